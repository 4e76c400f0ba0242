/**
 * Announcements: drafted, published now or later, corrected in the open, withdrawn with a reason
 * (docs/product/conversation.md, 3.4). Who may is decided before (communities/inside); what becomes visible is told in
 * the same transaction.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { InvalidFields, NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { takeTurns } from "~/effects/base/limits/turns.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { type Announcement, type AnnouncementId, SignedAs } from "./Announcement"
import { AnnouncementsRepo } from "./AnnouncementsRepo.server"
import { StaleAnnouncement, TooManyImportant } from "./errors"
import { type CorrectionForm, wrongTimes } from "./forms"
import { IMPORTANT_WINDOW_MS, importantFrom } from "./importance"

export interface Issue {
  readonly id: AnnouncementId
  readonly communityId: CommunityId
  readonly issuer: string
  readonly title: string
  readonly body: string
  readonly importance: Announcement["importance"]
  readonly pinnedUntil: number | null
  /** Null: now. */
  readonly publishAt: number | null
  /** A signature that was checked; null for an unsigned one. */
  readonly signed: SignedAs | null
}

/** Published in one round of the job; what is left comes with the next. */
const AT_ONCE = 100

const pathOf = ({ communityId, number }: Pick<Announcement, "communityId" | "number">) =>
  `/community/detail/${communityId}/annissued?a=${number}`

export class Announcements extends Effect.Service<Announcements>()("effects/Announcements", {
  dependencies: [AnnouncementsRepo.Default, CommunityCounts.Default, ActivityLive, Notifications.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const repo = yield* AnnouncementsRepo
    const counts = yield* CommunityCounts
    const activity = yield* Activity
    const notifications = yield* Notifications

    const mustFind = (communityId: string, id: AnnouncementId) =>
      Effect.flatMap(
        repo.find(communityId, id),
        Option.match({ onNone: () => new NotThere({}), onSome: Effect.succeed })
      )

    /** Makes a row visible and tells everybody, once: whoever comes second finds it published. */
    const show = Effect.fn("Announcements.show")(function* (row: Announcement) {
      const now = yield* Clock.currentTimeMillis
      const number = yield* counts.nextAnnouncementNumber(row.communityId)
      const shown = yield* sql`UPDATE announcements SET state = 'published', number = ${number},
          publish_at = COALESCE(publish_at, ${now}), updated_at = ${now}
        WHERE id = ${row.id} AND state IN ('draft', 'scheduled') RETURNING id`
      if (shown.length === 0) return yield* Effect.fail("published already" as const)
      const target = pathOf({ communityId: row.communityId, number })
      const isImportant = row.importance === "important"
      yield* notifications.tell({
        to: { everyoneIn: row.communityId, except: [row.issuer] },
        type: isImportant ? "announcementImportant" : "announcement",
        communityId: row.communityId,
        target,
        text: row.title,
        importance: row.importance
      })
      yield* activity.record({
        communityId: row.communityId,
        actor: row.issuer,
        type: "announced",
        target,
        data: { title: row.title },
        visibility: "public"
      })
      return number
    })

    /** Of one's own, and only while nobody has seen it. */
    const mustBeWaiting = Effect.fnUntraced(function* (issue: Issue, action: string) {
      const known = yield* repo.find(issue.communityId, issue.id)
      if (Option.isNone(known)) return
      if (known.value.issuer !== issue.issuer) return yield* new NotThere({})
      const { state } = known.value
      if (state === "published" || state === "withdrawn")
        return yield* new WrongState({ thing: "announcement", state, action })
    })

    const write = (issue: Issue, state: "draft" | "scheduled", now: number) => {
      const { communityId, id, publishAt, signed, ...rest } = issue
      const values = {
        ...rest,
        publishAt,
        state,
        signed: signed === null ? null : Schema.encodeSync(Schema.parseJson(SignedAs))(signed),
        updatedAt: now
      }
      return sql`INSERT INTO announcements ${sql.insert({ id, communityId, ...values, createdAt: now })}
        ON CONFLICT (id) DO UPDATE SET title = excluded.title, body = excluded.body, importance = excluded.importance,
          pinned_until = excluded.pinned_until, publish_at = excluded.publish_at, state = excluded.state,
          signed = excluded.signed, updated_at = excluded.updated_at, version = announcements.version + 1
        WHERE announcements.issuer = excluded.issuer AND announcements.community_id = excluded.community_id
          AND announcements.shown = 0
        RETURNING id`.pipe(
        Effect.orDie,
        Effect.filterOrFail(
          (rows) => rows.length > 0,
          () => new NotThere({})
        )
      )
    }

    const saveDraft = Effect.fn("Announcements.saveDraft")(function* (issue: Issue) {
      yield* mustBeWaiting(issue, "editing it as a draft")
      yield* write({ ...issue, signed: null }, "draft", yield* Clock.currentTimeMillis)
    }, atomically(sql))

    /** Publishes at once, or schedules; answers the number where it is visible now. */
    const issue = Effect.fn("Announcements.issue")(function* (wanted: Issue) {
      const now = yield* Clock.currentTimeMillis
      const fields = wrongTimes(wanted, now)
      if (Object.keys(fields).length > 0) return yield* new InvalidFields({ fields })
      yield* Effect.orDie(takeTurns(sql, [`announcements:${wanted.communityId}`]))
      yield* mustBeWaiting(wanted, "publishing it")
      const at = wanted.publishAt ?? now
      if (wanted.importance === "important") {
        const times = yield* repo.importantTimes(wanted.communityId, wanted.id, at - 2 * IMPORTANT_WINDOW_MS)
        const from = importantFrom(times, at)
        if (from > at) return yield* new TooManyImportant({ from })
      }
      yield* write({ ...wanted, publishAt: at }, "scheduled", now)
      if (wanted.publishAt !== null) return null
      const stored = yield* Effect.orDie(mustFind(wanted.communityId, wanted.id))
      return yield* Effect.orDie(show(stored))
    }, atomically(sql))

    const drop = Effect.fn("Announcements.drop")(function* (communityId: string, id: AnnouncementId, issuer: string) {
      const dropped = yield* Effect.orDie(sql`DELETE FROM announcements
        WHERE id = ${id} AND community_id = ${communityId} AND issuer = ${issuer} AND shown = 0 RETURNING id`)
      if (dropped.length === 0) return yield* new NotThere({})
    })

    /** Never silently: the text before and after stays with its reason (docs/product/conversation.md, 3.4). */
    const correct = Effect.fn("Announcements.correct")(function* (
      communityId: CommunityId,
      id: AnnouncementId,
      actor: string,
      form: CorrectionForm
    ) {
      const now = yield* Clock.currentTimeMillis
      const before = yield* mustFind(communityId, id)
      if (before.state !== "published") {
        return yield* new WrongState({ thing: "announcement", state: before.state, action: "correcting it" })
      }
      const { body, reason, title, version } = form
      if (before.title === title && before.body === body) return before.number
      const changed = yield* Effect.orDie(sql`UPDATE announcements
          SET title = ${title}, body = ${body}, corrected_at = ${now}, updated_at = ${now}, version = version + 1
          WHERE id = ${id} AND version = ${version} AND state = 'published' RETURNING id`)
      if (changed.length === 0) {
        const now = yield* mustFind(communityId, id)
        const stored = { title: now.title, body: now.body, version: String(now.version) }
        return yield* new StaleAnnouncement({ stored })
      }
      yield* Effect.orDie(
        sql`INSERT INTO announcement_corrections ${sql.insert({
          announcementId: id,
          version,
          at: now,
          actor,
          reason,
          beforeTitle: before.title,
          beforeBody: before.body,
          afterTitle: title,
          afterBody: body
        })}`
      )
      yield* activity.record({
        communityId,
        actor,
        type: "announcementCorrected",
        target: pathOf(before),
        data: { title, reason },
        visibility: "public"
      })
      return before.number
    }, atomically(sql))

    const withdraw = Effect.fn("Announcements.withdraw")(function* (
      communityId: CommunityId,
      id: AnnouncementId,
      actor: string,
      reason: string
    ) {
      const now = yield* Clock.currentTimeMillis
      const known = yield* mustFind(communityId, id)
      const gone = yield* Effect.orDie(sql`UPDATE announcements
          SET state = 'withdrawn', withdrawn_at = ${now}, withdrawn_reason = ${reason}, pinned_until = NULL,
            updated_at = ${now}, version = version + 1
          WHERE id = ${id} AND state = 'published' RETURNING id`)
      if (gone.length === 0)
        return yield* new WrongState({ thing: "announcement", state: known.state, action: "withdrawing it" })
      yield* activity.record({
        communityId,
        actor,
        type: "announcementWithdrawn",
        target: pathOf(known),
        data: { title: known.title, reason },
        visibility: "public"
      })
      return known.number
    }, atomically(sql))

    /** What is due becomes visible, each in a transaction of its own: a stop in between loses and repeats nothing. */
    const publishDue = Effect.gen(function* () {
      const rows = yield* repo.due(yield* Clock.currentTimeMillis, AT_ONCE)
      yield* Effect.forEach(
        rows,
        (row) => Effect.ignore(atomically(sql)(Effect.catchTag(show(row), "SqlError", Effect.die))),
        {
          discard: true
        }
      )
    }).pipe(Effect.withSpan("Announcements.publishDue"))

    return { saveDraft, issue, drop, correct, withdraw, publishDue }
  })
}) {}

/** Hung into jobs/list. */
export const announcementsJob = Effect.map(Announcements, ({ publishDue }) => ({
  name: "announcements",
  every: "minute" as const,
  run: publishDue
}))
