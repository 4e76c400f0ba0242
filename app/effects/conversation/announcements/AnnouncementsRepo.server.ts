/** Stored announcements: reading one with its corrections, and changing published ones. */
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Announcement, AnnouncementId, Correction } from "./Announcement"

export class AnnouncementsRepo extends Effect.Service<AnnouncementsRepo>()(
  "conversation/announcements/AnnouncementsRepo",
  {
    effect: Effect.gen(function* () {
      const sql = yield* Sql

      /** Counts each reader once. */
      const markRead = Effect.fn("AnnouncementsRepo.markRead")(function* (id: string, account: AccountAddress) {
        const readAt = yield* Clock.currentTimeMillis
        const row = { announcementId: id, accountAddress: account, readAt }
        const first = yield* sql`INSERT INTO announcement_reads ${sql.insert(row)}
          ON CONFLICT DO NOTHING RETURNING read_at`
        if (first.length > 0) yield* sql`UPDATE announcements SET read_count = read_count + 1 WHERE id = ${id}`
      }, atomically(sql))

      /** Marks everything that a community has announced as read. */
      const markAllRead = Effect.fn("AnnouncementsRepo.markAllRead")(function* (
        communityId: CommunityId,
        account: AccountAddress
      ) {
        const readAt = yield* Clock.currentTimeMillis
        yield* sql`INSERT INTO announcement_marks
        ${sql.insert({ communityId, accountAddress: account, readAt })}
        ON CONFLICT (community_id, account_address) DO UPDATE SET read_at = excluded.read_at`
      })
      const transition = transitionsOf<Announcement["state"]>(sql, "announcements", { isVersioned: true })

      const find = findOne({
        Request: Schema.Struct({ communityId: CommunityId, id: AnnouncementId }),
        Result: Announcement,
        execute: ({ communityId, id }) =>
          sql`SELECT * FROM announcements WHERE community_id = ${communityId} AND id = ${id}`
      })

      const corrections = findAll({
        Request: Schema.String,
        Result: Correction,
        execute: (id) => sql`SELECT version, at, actor, reason, before_title, before_body, after_title, after_body
        FROM announcement_corrections WHERE announcement_id = ${id} ORDER BY version DESC`
      })

      /** False if another version was stored meanwhile. Stores the text before and after with the reason. */
      const correct = Effect.fn("AnnouncementsRepo.correct")(function* (id: AnnouncementId, made: Correction) {
        const changed = yield* sql`UPDATE announcements
        SET title = ${made.afterTitle}, body = ${made.afterBody}, corrected_at = ${made.at}, updated_at = ${made.at},
          version = version + 1
        WHERE id = ${id} AND version = ${made.version} AND state = 'published' RETURNING id`
        if (changed.length === 0) return false
        yield* sql`INSERT INTO announcement_corrections ${sql.insert({ announcementId: id, ...made })}`
        return true
      })

      /** False if it is not published any more. */
      const withdraw = (id: AnnouncementId, reason: string, at: number) => {
        const change = { withdrawnAt: at, withdrawnReason: reason, pinnedUntil: null }
        return transition(id, { from: "published", to: "withdrawn", change })
      }

      return {
        find: (communityId: CommunityId, id: AnnouncementId) => find({ communityId, id }),
        /** `NotThere` if the community has no such announcement. */
        findOrFail: (communityId: CommunityId, id: AnnouncementId) =>
          Effect.flatMap(
            find({ communityId, id }),
            Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed })
          ),
        corrections: (id: AnnouncementId) => corrections(id),
        correct,
        withdraw,
        markRead,
        markAllRead
      }
    })
  }
) {}
