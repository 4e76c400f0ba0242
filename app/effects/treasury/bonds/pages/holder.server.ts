/**
 * Who can order and redeem. Only people with a profile buy, inside a community. Redeeming needs just a signed-in
 * account: one that left a private community, or received units by transfer, is owed the same as a member.
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, requireSignedIn } from "~/effects/access/must"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown, NotThere } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { amountOf, NOTHING } from "~/ledger/index"
import { mayBuy } from "../mayBuy"
import type { Series } from "../Series"

/** None if the reader cannot read the community or it does not exist. */
export const insideIfReadable = Effect.map(inside, Option.some).pipe(
  Effect.catchTag("NotThere", () => Effect.succeedNone)
)

/** The proven account of the request. `action` completes "Sign in with your wallet to …". */
export const holderOf = (here: Option.Option<Inside>, action: string) =>
  Option.isSome(here)
    ? requireSignedIn(here.value.communityRole, action)
    : Effect.mapError(Effect.flatten(currentAccount), () => new NotThere({}))

/** Fails with the rule that forbids buying; outside the community there is nothing to buy. */
export const buyer = (here: Option.Option<Inside>, audience: Series["audience"] = "public") =>
  Option.isSome(here) ? must(mayBuy(here.value.communityRole, audience)) : new NotThere({})

/** For people who cannot read the community: its series exist only for accounts that hold their units. */
export const requireUnits = Effect.fn("bonds.requireUnits")(function* (
  { bondResource }: Pick<Series, "bondResource">,
  account: AccountAddress
) {
  if (bondResource === null) return yield* new NotThere({})
  const ledger = yield* Ledger
  const { byAccount } = yield* Effect.mapError(
    ledger.balancesOf(bondResource, [account]),
    (cause) => new GatewayDown({ cause })
  )
  if (amountOf(byAccount.get(account) ?? NOTHING) === 0n) return yield* new NotThere({})
})
