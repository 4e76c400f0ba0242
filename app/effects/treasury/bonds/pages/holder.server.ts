/**
 * Who can order and redeem. Only people with a profile buy, inside a community. Redeeming needs just a signed-in
 * account: one that left a private community, or received units by transfer, is owed the same as a member.
 */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { must, requireSignedIn } from "~/effects/access/must"
import { type CommunityRole, roleNow } from "~/effects/access/permissions"
import { allowed, refuse, type Verdict, withProfile } from "~/effects/access/rules"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { GatewayDown, NotThere } from "~/effects/base/failures/failures"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { inside } from "~/effects/communities/communities/inside.server"
import { currentAccount } from "~/effects/people/wallet-session/visitor.server"
import { amountOf, NOTHING } from "~/ledger/index"
import type { Order } from "../Order"
import type { Series } from "../Series"

/** Whether a holder has units of a matured series without a redemption request. Pure. */
export const mayRedeem = (
  { collateralFrom, maturesAt, state }: Pick<Series, "collateralFrom" | "maturesAt" | "state">,
  held: number,
  own: ReadonlyArray<Order>,
  now: number
): boolean => {
  const asked = own
    .filter(({ direction, state }) => direction === "redeem" && (state === "signed" || state === "settling"))
    .reduce((sum, { units }) => sum + units, 0)
  const isTime = now >= maturesAt && (collateralFrom === null || now < collateralFrom)
  return (state === "maturing" || state === "overdue") && isTime && held > asked
}

/**
 * Who may buy (docs/product/access.md): everybody with a profile in a public offer, members in a members' offer. Pure.
 */
export const mayBuy = (who: CommunityRole, audience: "public" | "members"): Verdict => {
  const person = withProfile(who, "buy bonds")
  if (!person.ok || audience === "public") return person
  return roleNow(who) === null ? refuse("E-MEMBER", { name: who.community.name, action: "buy bonds" }) : allowed
}

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
