/**
 * Publishes announcements immediately or at their time, each once, and notifies the community's members and followers.
 * Corrects a published one, with the text before and after, or withdraws it with a reason
 * (docs/product/conversation.md). The caller checks the rights (communities/inside).
 */
import { Clock, Data, Effect, Option, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import { WrongState } from "~/effects/base/failures/failures"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { inUtc } from "~/effects/base/text/moments"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { type Announcement, type AnnouncementId, announcementPath } from "./Announcement"
import { AnnouncementsRepo, PUBLISHING } from "./AnnouncementsRepo.server"
import type { CorrectionForm } from "./forms"

/** Two important ones within seven days already (docs/product/conversation.md). */
export class TooManyImportant extends coded("TooManyImportant", "E-LIMIT", 429, {
  fields: {
    /** Unix milliseconds. */
    from: Schema.Number
  },
  message: ({ from }) =>
    `Two important announcements this week already. Send this one as normal or wait until ${inUtc("moment", from)} UTC.`
}) {}

/** Another person changed it first (docs/product/errors.md). */
export class StaleAnnouncement extends coded("StaleAnnouncement", "E-STALE", 409, {
  fields: {
    stored: Schema.Struct({ title: Schema.String, body: Schema.String, version: Schema.String })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

/** The signature was made for a time that has passed. */
export class SignedTooLongAgo extends coded("SignedTooLongAgo", "E-CHALLENGE", 409, {
  message: "This request is older than 5 minutes. Start again."
}) {}

/** Another server or request published it first. */
class PublishedAlready extends Data.TaggedError("PublishedAlready") {}

export class AnnouncementPublications extends Effect.Service<AnnouncementPublications>()(
  "conversation/announcements/AnnouncementPublications",
  {
    dependencies: [
      CommunityCounts.Default,
      ActivityLive,
      Notifications.Default,
      WorkQueue.Default,
      AnnouncementsRepo.Default
    ],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const counts = yield* CommunityCounts
      const activity = yield* Activity
      const notifications = yield* Notifications
      const queue = yield* WorkQueue

      const repo = yield* AnnouncementsRepo

      /** Returns the number. A form that began from an older version is refused with the stored one. */
      const correct = Effect.fn("AnnouncementPublications.correct")(function* (
        communityId: CommunityId,
        id: AnnouncementId,
        actor: AccountAddress,
        { body, reason, title, version }: CorrectionForm
      ) {
        const at = yield* Clock.currentTimeMillis
        const before = yield* repo.findOrFail(communityId, id)
        if (before.state !== "published") {
          return yield* new WrongState({ thing: "announcement", state: before.state, action: "correcting it" })
        }
        if (before.title === title && before.body === body) return before.number
        const texts = { beforeTitle: before.title, beforeBody: before.body, afterTitle: title, afterBody: body }
        if (!(yield* repo.correct(id, { version, at, actor, reason, ...texts }))) {
          const now = yield* repo.findOrFail(communityId, id)
          return yield* new StaleAnnouncement({
            stored: { title: now.title, body: now.body, version: String(now.version) }
          })
        }
        const target = announcementPath(before)
        const data = { title, reason }
        yield* activity.record({
          communityId,
          actor,
          type: "announcementCorrected",
          target,
          data,
          visibility: "public"
        })
        return before.number
      }, atomically(sql))

      /** Returns the number. */
      const withdraw = Effect.fn("AnnouncementPublications.withdraw")(function* (
        communityId: CommunityId,
        id: AnnouncementId,
        actor: AccountAddress,
        reason: string
      ) {
        const known = yield* repo.findOrFail(communityId, id)
        if (!(yield* repo.withdraw(id, reason, yield* Clock.currentTimeMillis))) {
          return yield* new WrongState({ thing: "announcement", state: known.state, action: "withdrawing it" })
        }
        const target = announcementPath(known)
        const data = { title: known.title, reason }
        yield* activity.record({
          communityId,
          actor,
          type: "announcementWithdrawn",
          target,
          data,
          visibility: "public"
        })
        return known.number
      }, atomically(sql))

      /** Joins the caller's transaction; returns the number. */
      const show = Effect.fn("AnnouncementPublications.show")(function* (row: Announcement) {
        const now = yield* Clock.currentTimeMillis
        const number = yield* counts.nextAnnouncementNumber(row.communityId)
        const shown = yield* sql`UPDATE announcements SET state = 'published', number = ${number},
          publish_at = COALESCE(publish_at, ${now}), updated_at = ${now}
        WHERE id = ${row.id} AND state IN ('draft', 'scheduled') RETURNING id`
        if (shown.length === 0) return yield* new PublishedAlready()
        const target = announcementPath({ communityId: row.communityId, number })
        yield* notifications.notify({
          to: { everyoneIn: row.communityId, except: [row.issuer], andFollowers: true },
          type: row.importance === "important" ? "announcementImportant" : "announcement",
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

      const publish = Effect.fn("AnnouncementPublications.publish")(function* (id: string) {
        const row = yield* repo.oneDue(id, yield* Clock.currentTimeMillis)
        if (Option.isNone(row)) return
        yield* Effect.catchTag(atomically(sql)(show(row.value)), "PublishedAlready", () => Effect.void)
      })

      /**
       * Publishes what is due, each in a transaction of its own, so that a crash in between loses and repeats nothing.
       */
      const publishDue = queue.workThrough({
        job: PUBLISHING,
        due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => repo.due(now, limit)),
        keyOf: ({ id }) => id,
        work: ({ id }) => publish(id)
      })

      return { show, publishDue, correct, withdraw }
    })
  }
) {}

/** Registered in the list of jobs. */
export const announcementsJob = Effect.map(AnnouncementPublications, ({ publishDue }) => ({
  name: "announcements",
  every: "minute" as const,
  isShared: true as const,
  run: publishDue
}))
