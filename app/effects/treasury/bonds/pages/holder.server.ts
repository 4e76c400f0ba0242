/**
 * Who orders and who redeems. Buying happens inside a community, by people with a profile. Redeeming asks for a
 * signed-in account and nothing else: an account that left a private community, or received units by transfer, is owed the
 * same as a member, though they cannot read its pages.
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, mustBeSignedIn } from "~/effects/access/must"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown, NotThere } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { amountOf, NOTHING } from "~/ledger/index"
import { mayBuy } from "../mayBuy"
import type { Series } from "../Series"

/** None where the reader may not look inside, or there is no such community. */
export const insideIfReadable = Effect.map(inside, Option.some).pipe(
  Effect.catchTag("NotThere", () => Effect.succeedNone)
)

/** The proven account that asks. `action` completes "Sign in with your wallet to …". */
export const holderOf = (here: Option.Option<Inside>, action: string) =>
  Option.isSome(here)
    ? mustBeSignedIn(here.value.standing, action)
    : Effect.mapError(Effect.flatten(currentAccount), () => new NotThere({}))

/** Fails with the rule that forbids buying; without a look inside there is nothing to buy. */
export const buyer = (here: Option.Option<Inside>, audience: Series["audience"] = "public") =>
  Option.isSome(here) ? must(mayBuy(here.value.standing, audience)) : new NotThere({})

/** For those who may not read the community: its series exist only for accounts that hold their units. */
export const mustHoldUnits = Effect.fn("bonds.mustHoldUnits")(function* (
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
