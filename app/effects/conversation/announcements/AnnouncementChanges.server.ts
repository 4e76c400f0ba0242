/**
 * Corrects a published announcement, with the text before and after, or withdraws it with a reason
 * (docs/product/conversation.md). The caller checks the rights (communities/inside).
 */
import { Clock, Effect, Schema } from "effect"
import type { CommunityId } from "~/effects/access/Community"
import { Activity } from "~/effects/activity/activity/Activity.server"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { coded } from "~/effects/base/failures/coded"
import { WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { inUtc } from "~/effects/base/text/moments"
import { ActivityLive } from "~/effects/communities/communities/ActivityLive.server"
import { type AnnouncementId, announcementPath } from "./Announcement"
import { AnnouncementsRepo } from "./AnnouncementsRepo.server"
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
class StaleAnnouncement extends coded("StaleAnnouncement", "E-STALE", 409, {
  fields: {
    stored: Schema.Struct({ title: Schema.String, body: Schema.String, version: Schema.String })
  },
  message: "Someone changed this meanwhile. Your text is kept; compare and save again."
}) {}

/** The signature was made for a time that has passed. */
export class SignedTooLongAgo extends coded("SignedTooLongAgo", "E-CHALLENGE", 409, {
  message: "This request is older than 5 minutes. Start again."
}) {}

export class AnnouncementChanges extends Effect.Service<AnnouncementChanges>()(
  "conversation/announcements/AnnouncementChanges",
  {
    dependencies: [AnnouncementsRepo.Default, ActivityLive],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const repo = yield* AnnouncementsRepo
      const activity = yield* Activity

      /** Returns the number. A form that began from an older version is refused with the stored one. */
      const correct = Effect.fn("AnnouncementChanges.correct")(function* (
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
      const withdraw = Effect.fn("AnnouncementChanges.withdraw")(function* (
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

      return { correct, withdraw }
    })
  }
) {}
