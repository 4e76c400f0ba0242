/** Memberships on disk. Whoever changes one changes the community's own counter and the public totals with it. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Schema } from "effect"
import { atomically } from "../limits/atomically.server"
import { AlreadyMember } from "./errors"
import { Membership } from "./Membership"
import { changePublicCounts } from "./publicCounts.server"

export class MembershipsRepo extends Effect.Service<MembershipsRepo>()("effects/MembershipsRepo", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** Adds somebody for the first time. Only active members count. */
    const insert = Effect.fn("MembershipsRepo.insert")(function* (membership: Membership) {
      const now = yield* Clock.currentTimeMillis
      const row = yield* Effect.orDie(Schema.encode(Membership)(membership))
      const added = yield* Effect.orDie(sql`INSERT INTO memberships
        ${sql.insert({ ...row, createdAt: now, updatedAt: now })}
        ON CONFLICT (community_id, account_address) DO NOTHING RETURNING community_id`)
      if (added.length === 0) return yield* new AlreadyMember()
      if (membership.status !== "active") return
      const counted = yield* Effect.orDie(sql<{ readonly listed: number }>`
        UPDATE communities SET member_count = member_count + 1 WHERE id = ${membership.communityId} RETURNING listed`)
      if (counted[0]?.listed === 1) yield* Effect.orDie(changePublicCounts(sql, { memberships: 1 }))
    }, atomically(sql))

    return { insert }
  })
}) {}
