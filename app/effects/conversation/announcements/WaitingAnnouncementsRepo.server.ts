/** Announcements that nobody has seen yet: drafts and scheduled ones, visible only to their issuers. */

import { Effect, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CannotUndo } from "~/effects/communities/undo/errors"
import type { RemovedRow } from "~/effects/communities/undo/Removals.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { Announcement, type AnnouncementId, type Issue, SignedAs } from "./Announcement"

/** Name of the job whose work items are scheduled announcements (docs/operations.md, "Jobs"). */
export const PUBLISHING = "announcements.publish"

const encodeSigned = Schema.encodeSync(Schema.NullOr(Schema.parseJson(SignedAs)))

export class WaitingAnnouncementsRepo extends Effect.Service<WaitingAnnouncementsRepo>()(
  "conversation/announcements/WaitingAnnouncementsRepo",
  {
    dependencies: [WorkQueue.Default, AttachmentsRepo.Default],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const attachments = yield* AttachmentsRepo
      const { isFree } = yield* WorkQueue

      const selectOwn = findAll({
        Request: Schema.Struct({ communityId: CommunityId, issuer: Schema.String, limit: Schema.Int }),
        Result: Announcement,
        execute: ({ communityId, issuer, limit }) => sql`SELECT * FROM announcements
          WHERE issuer = ${issuer} AND community_id = ${communityId} AND shown = 0
          ORDER BY updated_at DESC, id DESC LIMIT ${limit}`
      })

      const selectOneOwn = findOne({
        Request: Schema.Struct({ communityId: CommunityId, issuer: Schema.String, id: Schema.String }),
        Result: Announcement,
        execute: ({ communityId, id, issuer }) => sql`SELECT * FROM announcements
          WHERE id = ${id} AND issuer = ${issuer} AND community_id = ${communityId} AND shown = 0`
      })

      const selectDue = findAll({
        Request: Schema.Struct({ now: Schema.Number, limit: Schema.Int }),
        Result: Schema.Struct({ id: Schema.String }),
        execute: ({ limit, now }) => sql`SELECT id FROM announcements
          WHERE state = 'scheduled' AND publish_at <= ${now} AND ${isFree(PUBLISHING, sql`announcements.id`, now)}
          ORDER BY publish_at, id LIMIT ${limit}`
      })
      const selectOneDue = findOne({
        Request: Schema.Struct({ id: Schema.String, now: Schema.Number }),
        Result: Announcement,
        execute: ({ id, now }) =>
          sql`SELECT * FROM announcements WHERE id = ${id} AND state = 'scheduled' AND publish_at <= ${now}`
      })

      /** Stores or updates it. `NotThere` if the id belongs to another issuer or is already published. */
      const put = Effect.fn("WaitingAnnouncementsRepo.put")(function* (
        { communityId, id, signed, ...rest }: Issue,
        state: "draft" | "scheduled",
        now: number
      ) {
        const values = { ...rest, state, signed: encodeSigned(signed), updatedAt: now }
        const stored =
          yield* sql`INSERT INTO announcements ${sql.insert({ id, communityId, ...values, createdAt: now })}
          ON CONFLICT (id) DO UPDATE SET title = excluded.title, body = excluded.body,
            importance = excluded.importance, pinned_until = excluded.pinned_until, publish_at = excluded.publish_at,
            state = excluded.state, signed = excluded.signed, updated_at = excluded.updated_at,
            version = announcements.version + 1
          WHERE announcements.issuer = excluded.issuer AND announcements.community_id = excluded.community_id
            AND announcements.shown = 0
          RETURNING id`
        if (stored.length === 0) return yield* new NotThere({})
      })

      const drop = Effect.fn("WaitingAnnouncementsRepo.drop")(function* (
        communityId: CommunityId,
        id: AnnouncementId,
        issuer: string
      ) {
        const dropped = yield* sql<RemovedRow>`DELETE FROM announcements
          WHERE id = ${id} AND community_id = ${communityId} AND issuer = ${issuer} AND shown = 0 RETURNING *`
        if (dropped.length === 0) return yield* new NotThere({})
        const files = yield* attachments.removeOf({ type: "announcement", id })
        // Without the generated column.
        return { announcements: dropped.map(({ shown: _, ...row }) => row), files }
      }, atomically(sql))

      /** Writes back what `drop` returned. */
      const restore = Effect.fn("WaitingAnnouncementsRepo.restore")(function* (
        row: RemovedRow,
        files: ReadonlyArray<RemovedRow>
      ) {
        const back = yield* sql`INSERT INTO announcements ${sql.insert(row)} ON CONFLICT (id) DO NOTHING RETURNING id`
        if (back.length === 0) return yield* new CannotUndo({ why: "This announcement has been saved again." })
        yield* attachments.restore(files)
      })

      /** Locks one of this issuer until the commit; fails once it is published. */
      const hold = Effect.fn("WaitingAnnouncementsRepo.hold")(function* (id: AnnouncementId, issuer: string) {
        const held = yield* sql`UPDATE announcements SET created_at = created_at
          WHERE id = ${id} AND issuer = ${issuer} AND shown = 0 RETURNING id`
        if (held.length > 0) return
        return yield* new WrongState({ thing: "announcement", state: "published", action: "changing its files" })
      })

      /** Removes the drafts of a removed account; what it scheduled is published. Joins the transaction of the removal. */
      const forgetDrafts = Effect.fn("WaitingAnnouncementsRepo.forgetDrafts")(function* (issuer: string) {
        const gone = yield* sql<{ readonly id: string }>`DELETE FROM announcements
          WHERE issuer = ${issuer} AND state = 'draft' RETURNING id`
        for (const { id } of gone) yield* attachments.removeOf({ type: "announcement", id })
      })

      return {
        /** Of one issuer, last changed first. */
        of: (communityId: CommunityId, issuer: string, limit: number) => selectOwn({ communityId, issuer, limit }),
        /** Scheduled ones whose time has come, longest due first. */
        due: (now: number, limit: number) => selectDue({ now, limit }),
        /** None if it is not due any more. */
        oneDue: (id: string, now: number) => selectOneDue({ id, now }),
        one: (communityId: CommunityId, issuer: string, id: AnnouncementId) =>
          selectOneOwn({ communityId, issuer, id }),
        put,
        drop,
        hold,
        forgetDrafts,
        restore
      }
    })
  }
) {}
