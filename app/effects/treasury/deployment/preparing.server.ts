/** Who may prepare payments, by one badge or for the signers to approve afterwards: a holder of the treasury. */
import { Effect, Option } from "effect"
import type { Community } from "~/effects/access/Community"
import type { Inside } from "~/effects/access/Inside"
import type { AccountAddress } from "~/ledger/index"
import { seatsHeld } from "./badgeFacts.server"
import { countsKeys, isKeySeat } from "./seatIds"
import { type HeldTreasury, onLedger, TreasuryHolders } from "./TreasuryHolders.server"

/**
 * Like `TreasuryHolders.must`, with the signers of a multisig treasury. A signer who counts by a key needs no badge.
 */
export const requirePrepared = Effect.fn("requirePrepared")(function* (
  here: Pick<Inside, "community" | "communityRole">,
  action: string
) {
  const byBadge = Effect.map(TreasuryHolders.must(here, action), (held): HeldTreasury => held)
  const { account } = here.communityRole
  const place = Option.getOrUndefined(onLedger(here.community))
  const rule =
    account === null || place === undefined ? undefined : Option.getOrUndefined(yield* TreasuryHolders.signers(place))
  if (place === undefined || rule === undefined) return yield* byBadge
  const { badge } = place
  const owners = [...(yield* seatsHeld(here.community.id, badge, rule)).held]
  const seats = rule.ids.flatMap((id) => {
    const [owner] = owners.find(([, ids]) => ids.includes(id)) ?? []
    return owner === undefined ? [] : [{ account: owner as AccountAddress, badge, id }] // the gateway returned it
  })
  const admin = seats.find((seat) => seat.account === account && isKeySeat(seat.id))
  const held = admin === undefined ? yield* byBadge : { ...place, admin }
  return { ...held, signers: { ...rule, seats } } satisfies HeldTreasury
})

/** For pages: whether the account passes `requirePrepared`. */
export const mayPrepare = Effect.fn("mayPrepare")(function* (community: Community, account: AccountAddress) {
  const place = Option.getOrUndefined(onLedger(community))
  if (place === undefined) return false
  const [admin, rule] = yield* Effect.all(
    [TreasuryHolders.holder(community, account), TreasuryHolders.signers(place)],
    {
      concurrency: 2
    }
  )
  if (Option.isSome(admin)) return true
  if (Option.isNone(rule) || !countsKeys(rule.value)) return false
  return (yield* seatsHeld(community.id, place.badge, rule.value)).held.has(account)
})
