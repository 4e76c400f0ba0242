/** The number of members of a community, stored in its row and in the public totals. */
import { Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { findOne, Sql, single } from "~/effects/base/db/statements.server"
import { DirectoryTotals } from "./DirectoryTotals.server"

export class MemberCounts extends Effect.Service<MemberCounts>()("communities/communities/MemberCounts", {
  dependencies: [DirectoryTotals.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const totals = yield* DirectoryTotals

    const add = findOne({
      Request: Schema.Struct({ communityId: Schema.String, by: Schema.Int }),
      Result: Schema.Struct({ listed: Schema.Int }),
      execute: ({ by, communityId }) => sql`UPDATE communities SET member_count = member_count + ${by}
        WHERE id = ${communityId} RETURNING listed`
    })
    /** Joins the caller's transaction. Call it last: it locks rows that all writers share. */
    const change = Effect.fn("MemberCounts.change")(function* (communityId: CommunityId, by: -1 | 1) {
      const counted = yield* add({ communityId, by })
      if (Option.isSome(counted) && counted.value.listed === 1) yield* totals.change({ memberships: by })
    })

    const countModerators = single({
      Request: Schema.String,
      Result: Schema.Struct({ many: Schema.Int }),
      execute: (communityId) => sql`SELECT COUNT(*) AS many FROM memberships
        WHERE community_id = ${communityId} AND role = 'moderator' AND status IN ('active', 'suspended')`
    })
    const moderators = Effect.fn("MemberCounts.moderators")((communityId: CommunityId) =>
      Effect.map(countModerators(communityId), ({ many }) => many)
    )

    return { change, moderators }
  })
}) {}
