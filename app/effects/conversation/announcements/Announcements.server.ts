/**
 * Announcements: drafts, and publishing now or later (docs/product/conversation.md). The caller checks the rights
 * (communities/inside); notifications are written in the transaction that publishes.
 */
import { Clock, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import type { Issue } from "./Announcement"
import { AnnouncementPublications } from "./AnnouncementPublications.server"
import { AnnouncementsRepo } from "./AnnouncementsRepo.server"
import { wrongTimes } from "./forms"
import { makeImportantTimes } from "./ImportantTimes.server"
import { WaitingAnnouncementsRepo } from "./WaitingAnnouncementsRepo.server"

export class Announcements extends Effect.Service<Announcements>()("conversation/announcements/Announcements", {
  dependencies: [AnnouncementsRepo.Default, AnnouncementPublications.Default, WaitingAnnouncementsRepo.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* AnnouncementsRepo
    const important = yield* makeImportantTimes
    const publications = yield* AnnouncementPublications
    const waiting = yield* WaitingAnnouncementsRepo

    /** The announcement must be the issuer's own and not published yet. */
    const requireWaiting = Effect.fnUntraced(function* (issue: Issue, action: string) {
      const known = yield* repo.find(issue.communityId, issue.id)
      if (Option.isNone(known)) return
      if (known.value.issuer !== issue.issuer) return yield* new NotThere({})
      const { state } = known.value
      if (state === "published" || state === "withdrawn")
        return yield* new WrongState({ thing: "announcement", state, action })
    })

    const saveDraft = Effect.fn("Announcements.saveDraft")(function* (issue: Issue) {
      yield* requireWaiting(issue, "editing it as a draft")
      yield* waiting.put({ ...issue, signed: null }, "draft", yield* Clock.currentTimeMillis)
    }, atomically(sql))

    /** Publishes immediately, or schedules; returns the number if it is visible now. */
    const issue = Effect.fn("Announcements.issue")(function* (wanted: Issue) {
      const now = yield* Clock.currentTimeMillis
      const fields = wrongTimes(wanted, now)
      if (Object.keys(fields).length > 0) return yield* new InvalidFields({ fields })
      yield* withLocks(sql, [`announcements:${wanted.communityId}`])
      yield* requireWaiting(wanted, "publishing it")
      const at = wanted.publishAt ?? now
      if (wanted.importance === "important") yield* important.requireFit(wanted.communityId, wanted.id, at)
      yield* waiting.put({ ...wanted, publishAt: at }, "scheduled", now)
      if (wanted.publishAt !== null) return null
      const stored = yield* Effect.orDie(repo.findOrFail(wanted.communityId, wanted.id))
      return yield* Effect.orDie(publications.show(stored))
    }, atomically(sql))

    return { saveDraft, issue, drop: waiting.drop }
  })
}) {}
