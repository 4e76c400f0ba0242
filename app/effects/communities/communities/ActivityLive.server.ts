/** Activity whose events are numbered by the communities they happen in. */
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { EventNumbers } from "~/effects/activity/activity/EventNumbers.server"

const EventNumbersLive = Layer.effect(
  EventNumbers,
  Effect.map(SqlClient.SqlClient, (sql): typeof EventNumbers.Service => (communityId, at, isTold) => {
    // What only moderators see must not be told by the directory's "active" order either.
    const activeAt = isTold ? sql`CASE WHEN active_at < ${at} THEN ${at} ELSE active_at END` : sql`active_at`
    return sql<{ readonly activitySeq: number; readonly memberCount: number }>`
          UPDATE communities SET activity_seq = activity_seq + 1, active_at = ${activeAt}
          WHERE id = ${communityId} RETURNING activity_seq, member_count`.pipe(
      Effect.map(([row]) => row),
      Effect.orDie
    )
  })
)

export const ActivityLive = Layer.provide(Activity.Default, EventNumbersLive)
