/** Who has read what was announced. */
import type { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"

export const makeReading = (sql: SqlClient.SqlClient) => {
  /** Counted once for each reader. */
  const markRead = Effect.fn("Announcements.markRead")(
    function* (id: string, account: string) {
      const readAt = yield* Clock.currentTimeMillis
      const first = yield* sql`INSERT INTO announcement_reads
        ${sql.insert({ announcementId: id, accountAddress: account, readAt })} ON CONFLICT DO NOTHING RETURNING read_at`
      if (first.length > 0) yield* sql`UPDATE announcements SET read_count = read_count + 1 WHERE id = ${id}`
    },
    Effect.orDie,
    atomically(sql)
  )

  const markAllRead = Effect.fn("Announcements.markAllRead")(function* (communityId: string, account: string) {
    const readAt = yield* Clock.currentTimeMillis
    yield* Effect.orDie(sql`INSERT INTO announcement_marks
      ${sql.insert({ communityId, accountAddress: account, readAt })}
      ON CONFLICT (community_id, account_address) DO UPDATE SET read_at = excluded.read_at`)
  })

  return { markRead, markAllRead }
}
