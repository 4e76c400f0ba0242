/** Guard for preparing payments, by one badge or for the signers to approve afterwards. */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import type { AccountAddress } from "~/ledger/index"
import { seatsHeld } from "./badgeFacts.server"
import { type HeldTreasury, TreasuryHolders } from "./TreasuryHolders.server"

/** Like `TreasuryHolders.must`, with the signers of a multisig treasury. */
export const requirePrepared = Effect.fn("requirePrepared")(function* (
  here: Pick<Inside, "community" | "standing">,
  action: string
) {
  const held = yield* TreasuryHolders.must(here, action)
  const rule = Option.getOrUndefined(yield* TreasuryHolders.signers(held))
  if (rule === undefined) return held satisfies HeldTreasury as HeldTreasury
  const { badge } = held
  const owners = [...(yield* seatsHeld(here.community.id, badge, rule)).held]
  const seats = rule.ids.flatMap((id) => {
    const [account] = owners.find(([, ids]) => ids.includes(id)) ?? []
    return account === undefined ? [] : [{ account: account as AccountAddress, badge, id }] // the gateway returned it
  })
  return { ...held, signers: { ...rule, seats } } satisfies HeldTreasury
})
