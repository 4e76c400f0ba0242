/**
 * Stored announcements: drafts and scheduled ones, visible only to their issuers; reading one with its corrections,
 * changing published ones, and who has read which.
 */
import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { findAll, findOne, Sql } from "~/effects/base/db/statements.server"
import { transitionsOf } from "~/effects/base/db/transition.server"
import { NotThere, WrongState } from "~/effects/base/failures/failures"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { CannotUndo, type RemovedRow } from "~/effects/communities/undo/Removals.server"
import { AttachmentsRepo } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { Announcement, AnnouncementId, Correction, type Issue, SignedAs } from "./Announcement"

/** Name of the job whose work items are scheduled announcements (docs/operations.md, "Jobs"). */
export const PUBLISHING = "announcements.publish"

const encodeSigned = Schema.encodeSync(Schema.NullOr(Schema.parseJson(SignedAs)))

export class AnnouncementsRepo extends Effect.Service<AnnouncementsRepo>()(
  "conversation/announcements/AnnouncementsRepo",
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
      const put = Effect.fn("AnnouncementsRepo.put")(function* (
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

      const drop = Effect.fn("AnnouncementsRepo.drop")(function* (
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
      const restore = Effect.fn("AnnouncementsRepo.restore")(function* (
        row: RemovedRow,
        files: ReadonlyArray<RemovedRow>
      ) {
        const back = yield* sql`INSERT INTO announcements ${sql.insert(row)} ON CONFLICT (id) DO NOTHING RETURNING id`
        if (back.length === 0) return yield* new CannotUndo({ why: "This announcement has been saved again." })
        yield* attachments.restore(files)
      })

      /** Locks one of this issuer until the commit; fails once it is published. */
      const hold = Effect.fn("AnnouncementsRepo.hold")(function* (id: AnnouncementId, issuer: string) {
        const held = yield* sql`UPDATE announcements SET created_at = created_at
          WHERE id = ${id} AND issuer = ${issuer} AND shown = 0 RETURNING id`
        if (held.length > 0) return
        return yield* new WrongState({ thing: "announcement", state: "published", action: "changing its files" })
      })

      /** Removes the drafts of a removed account; what it scheduled is published. Joins the transaction of the removal. */
      const forgetDrafts = Effect.fn("AnnouncementsRepo.forgetDrafts")(function* (issuer: string) {
        const gone = yield* sql<{ readonly id: string }>`DELETE FROM announcements
          WHERE issuer = ${issuer} AND state = 'draft' RETURNING id`
        for (const { id } of gone) yield* attachments.removeOf({ type: "announcement", id })
      })

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
        markAllRead,
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
