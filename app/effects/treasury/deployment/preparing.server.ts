/** Preparing what leaves a treasury: by one badge, also where keepers approve it together afterwards. */
import { Effect, Option } from "effect"
import type { Inside } from "~/effects/access/Inside"
import type { AccountAddress } from "~/ledger/index"
import { badgesOf } from "./badgeFacts.server"
import { type HeldTreasury, TreasuryHolders } from "./TreasuryHolders.server"

/** As `TreasuryHolders.must`, with the keepers where the treasury has any, as the ledger says now. */
export const mustPrepare = Effect.fn("mustPrepare")(function* (
  here: Pick<Inside, "community" | "standing">,
  action: string
) {
  const held = yield* TreasuryHolders.must(here, action)
  const rule = Option.getOrUndefined(yield* TreasuryHolders.keepers(held))
  if (rule === undefined) return held satisfies HeldTreasury as HeldTreasury
  const { badge } = held
  const owners = [...(yield* badgesOf(badge)).held]
  const seats = rule.ids.flatMap((id) => {
    const [account] = owners.find(([, ids]) => ids.includes(id)) ?? []
    return account === undefined ? [] : [{ account: account as AccountAddress, badge, id }] // as the gateway told it
  })
  return { ...held, keepers: { ...rule, seats } } satisfies HeldTreasury
})
