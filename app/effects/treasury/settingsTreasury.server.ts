/** The Treasury part of a community's settings: balances, who holds admin badges, and the last movements. */
import { Effect } from "effect"
import type { Community } from "../communities/Community"
import { Ledger } from "../ledger/Ledger.server"
import { Treasury } from "./Treasury.server"
import type { SettingsTreasury } from "./view"

const LAST = 20 // product 3.5.1

export const settingsTreasury = (community: Community) =>
  Effect.gen(function* () {
    const treasury = yield* Treasury
    const ledger = yield* Ledger
    const { ownerBadge } = community
    const holders =
      ownerBadge === null
        ? []
        : yield* Effect.match(ledger.shown.holders(ownerBadge), {
            onFailure: () => null,
            onSuccess: (found) => found.holders.map(({ address, amount }) => ({ address, badges: amount }))
          })
    return {
      slug: community.slug,
      shown: yield* treasury.shown(community),
      holders,
      movements: yield* treasury.movements(community.id, null, LAST)
    } satisfies SettingsTreasury
  })
