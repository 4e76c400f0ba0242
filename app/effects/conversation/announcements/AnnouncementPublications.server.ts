/**
 * Publishes announcements immediately or at their time, each once, and notifies the community's members and followers.
 */
import { Clock, Data, Effect, Option } from "effect"
import { Activity } from "~/effects/activity/activity/Activity.server"
import { Notifications } from "~/effects/activity/notifications/Notifications.server"
import { Sql } from "~/effects/base/db/statements.server"
import { WorkQueue } from "~/effects/base/jobs/WorkQueue.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { CommunityCounts } from "~/effects/communities/communities/CommunityCounts.server"
import { type Announcement, announcementPath } from "./Announcement"
import { PUBLISHING, WaitingAnnouncementsRepo } from "./WaitingAnnouncementsRepo.server"

/** Another server or request published it first. */
class PublishedAlready extends Data.TaggedError("PublishedAlready") {}

export class AnnouncementPublications extends Effect.Service<AnnouncementPublications>()(
  "conversation/announcements/AnnouncementPublications",
  {
    dependencies: [
      WaitingAnnouncementsRepo.Default,
      CommunityCounts.Default,
      ActivityLive,
      Notifications.Default,
      WorkQueue.Default
    ],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const waiting = yield* WaitingAnnouncementsRepo
      const counts = yield* CommunityCounts
      const activity = yield* Activity
      const notifications = yield* Notifications
      const queue = yield* WorkQueue

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
        const row = yield* waiting.oneDue(id, yield* Clock.currentTimeMillis)
        if (Option.isNone(row)) return
        yield* Effect.catchTag(atomically(sql)(show(row.value)), "PublishedAlready", () => Effect.void)
      })

      /**
       * Publishes what is due, each in a transaction of its own, so that a crash in between loses and repeats nothing.
       */
      const publishDue = queue.workThrough({
        job: PUBLISHING,
        due: (limit) => Effect.flatMap(Clock.currentTimeMillis, (now) => waiting.due(now, limit)),
        keyOf: ({ id }) => id,
        work: ({ id }) => publish(id)
      })

      return { show, publishDue }
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
