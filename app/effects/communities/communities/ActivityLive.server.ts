/** Activity feeds whose events are numbered per community. */

import { SqlClient } from "@effect/sql"
import { Effect, Layer, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { Activity, EventNumbers } from "~/effects/activity/activity/Activity.server"
import { findOne } from "~/effects/base/db/statements.server"

const Numbered = Schema.Struct({ activitySeq: Schema.Int, memberCount: Schema.Int })

const EventNumbersLive = Layer.effect(
  EventNumbers,
  Effect.map(SqlClient.SqlClient, (sql): typeof EventNumbers.Service => {
    const next = findOne({
      Request: Schema.Struct({
        communityId: CommunityId,
        at: Schema.Number,
        isPublic: Schema.Boolean,
        many: Schema.Int
      }),
      Result: Numbered,
      execute: ({ at, communityId, isPublic, many }) => {
        // Events for moderators only must not change the directory's "active" order, which would reveal them.
        const activeAt = isPublic ? sql`CASE WHEN active_at < ${at} THEN ${at} ELSE active_at END` : sql`active_at`
        return sql`
          UPDATE communities SET activity_seq = activity_seq + ${many}, active_at = ${activeAt}
          WHERE id = ${communityId} RETURNING activity_seq, member_count`
      }
    })
    return (communityId, at, isPublic, many) =>
      next({ communityId, at, isPublic, many }).pipe(Effect.map(Option.getOrUndefined))
  })
)

export const ActivityLive = Layer.provide(Activity.Default, EventNumbersLive)
