/** Writes that change many memberships in one statement. */
import { Array as Arr, Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { othersTurn } from "~/effects/base/jobs/othersTurn"

/** Rows in one statement: below the limit of parameters in SQLite. */
const BATCH = 500

export class MembershipBatches extends Effect.Service<MembershipBatches>()(
  "communities/communities/MembershipBatches",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

      /** One statement for up to 500 accounts of each weight, in the order in which the weights first appear. */
      const setWeights = Effect.fn("MembershipBatches.setWeights")(function* (
        communityId: CommunityId,
        changes: ReadonlyArray<{ readonly account: AccountAddress; readonly weight: number }>
      ) {
        for (const weight of new Set(changes.map((change) => change.weight))) {
          const group = changes.filter((change) => change.weight === weight)
          for (const batch of Arr.chunksOf(group, BATCH)) {
            const now = yield* Clock.currentTimeMillis
            const accounts = batch.map(({ account }) => account)
            yield* sql`UPDATE memberships SET weight = ${weight}, updated_at = ${now}
            WHERE community_id = ${communityId} AND ${sql.in("account_address", accounts)}`
            yield* othersTurn
          }
        }
      })

      /** Stores the end of up to `many` expired suspensions; returns how many. */
      const endSuspensions = Effect.fn("MembershipBatches.endSuspensions")(function* (many: number) {
        const now = yield* Clock.currentTimeMillis
        const ended = yield* sql`UPDATE memberships
        SET status = 'active', suspended_until = NULL, reason = NULL, updated_at = ${now}
        WHERE status = 'suspended' AND suspended_until <= ${now} AND (community_id, account_address) IN (
          SELECT community_id, account_address FROM memberships
          WHERE status = 'suspended' AND suspended_until <= ${now} ORDER BY suspended_until LIMIT ${many})
        RETURNING account_address`
        return ended.length
      })

      return { setWeights, endSuspensions }
    })
  }
) {}
