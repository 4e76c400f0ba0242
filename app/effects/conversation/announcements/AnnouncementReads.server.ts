/** Records who has read which announcements. */

import { Clock, Effect } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"

export class AnnouncementReads extends Effect.Service<AnnouncementReads>()(
  "conversation/announcements/AnnouncementReads",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

      /** Counts each reader once. */
      const markRead = Effect.fn("AnnouncementReads.markRead")(function* (id: string, account: AccountAddress) {
        const readAt = yield* Clock.currentTimeMillis
        const row = { announcementId: id, accountAddress: account, readAt }
        const first = yield* sql`INSERT INTO announcement_reads ${sql.insert(row)}
          ON CONFLICT DO NOTHING RETURNING read_at`
        if (first.length > 0) yield* sql`UPDATE announcements SET read_count = read_count + 1 WHERE id = ${id}`
      }, atomically(sql))

      /** Marks everything that a community has announced as read. */
      const markAllRead = Effect.fn("AnnouncementReads.markAllRead")(function* (
        communityId: CommunityId,
        account: AccountAddress
      ) {
        const readAt = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO announcement_marks
        ${sql.insert({ communityId, accountAddress: account, readAt })}
        ON CONFLICT (community_id, account_address) DO UPDATE SET read_at = excluded.read_at`
      })

      return { markRead, markAllRead }
    })
  }
) {}
