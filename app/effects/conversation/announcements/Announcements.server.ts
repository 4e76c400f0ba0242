/**
 * Announcements: drafts, and publishing now or later (docs/product/conversation.md). The caller checks the rights
 * (communities/inside); notifications are written in the transaction that publishes.
 */

import { Clock, Effect, Option, Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { InvalidFields, NotThere, WrongState } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { withLocks } from "~/effects/base/limits/locks.server"
import { decodedRow } from "~/effects/communities/undo/Removals.server"
import type { Restore } from "~/effects/communities/undo/Restorers.server"
import { Announcement, type AnnouncementId, type Issue } from "./Announcement"
import { AnnouncementPublications, TooManyImportant } from "./AnnouncementPublications.server"
import { AnnouncementsRepo } from "./AnnouncementsRepo.server"
import { wrongTimes } from "./forms"

// When a community's important announcements were or will be sent, and when the next one may be.

/**
 * Important announcements are e-mailed to everybody immediately, so at most two are allowed in any seven days
 * (docs/product/conversation.md). Pure.
 */
export const IMPORTANT_MAX = 2
export const IMPORTANT_WINDOW_MS = 7 * 24 * 3_600_000

/** True if no seven days around `at` would have more than two. `times` are the existing ones. */
const fits = (times: ReadonlyArray<number>, at: number): boolean => {
  const near = [...times.filter((time) => Math.abs(time - at) < IMPORTANT_WINDOW_MS), at].sort((a, b) => a - b)
  return near.every(
    (from, index) => (near[index + IMPORTANT_MAX] ?? Number.POSITIVE_INFINITY) - from >= IMPORTANT_WINDOW_MS
  )
}

/** The first time from `wanted` on at which one more fits; `wanted` itself if it fits now. */
export const importantFrom = (times: ReadonlyArray<number>, wanted: number): number => {
  const ends = times.map((time) => time + IMPORTANT_WINDOW_MS).filter((end) => end > wanted)
  const candidates = [wanted, ...ends].sort((a, b) => a - b)
  return candidates.find((at) => fits(times, at)) ?? wanted
}

const makeImportantTimes = Effect.gen(function* () {
  const sql = yield* Sql

  const select = findAll({
    Request: Schema.Struct({ communityId: CommunityId, id: Schema.String, from: Schema.Number }),
    Result: Schema.Struct({ publishAt: Schema.Number }),
    execute: ({ communityId, from, id }) => sql`SELECT publish_at FROM announcements
        WHERE community_id = ${communityId} AND importance = 'important' AND publish_at > ${from}
          AND state <> 'draft' AND id <> ${id}`
  })

  /**
   * Fails if one more important announcement at its time exceeds the limit. The caller holds the community's lock.
   */
  const requireFit = Effect.fn("Announcements.requireFit")(function* (
    communityId: CommunityId,
    id: AnnouncementId,
    at: number
  ) {
    const others = yield* select({ communityId, id, from: at - 2 * IMPORTANT_WINDOW_MS })
    const from = importantFrom(
      others.map(({ publishAt }) => publishAt),
      at
    )
    if (from > at) return yield* new TooManyImportant({ from })
  })

  return { requireFit }
})

const decodeDropped = decodedRow(Announcement.pick("id", "importance", "publishAt", "state"))

export class Announcements extends Effect.Service<Announcements>()("conversation/announcements/Announcements", {
  dependencies: [AnnouncementsRepo.Default, AnnouncementPublications.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const repo = yield* AnnouncementsRepo
    const important = yield* makeImportantTimes
    const publications = yield* AnnouncementPublications

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
      yield* repo.put({ ...issue, signed: null }, "draft", yield* Clock.currentTimeMillis)
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
      yield* repo.put({ ...wanted, publishAt: at }, "scheduled", now)
      if (wanted.publishAt !== null) return null
      const stored = yield* Effect.orDie(repo.findOrFail(wanted.communityId, wanted.id))
      return yield* Effect.orDie(publications.show(stored))
    }, atomically(sql))

    /** Undoes `drop`. What was scheduled is published at its time, if the limit of important ones still allows it. */
    const restore: Restore = Effect.fn("Announcements.restore")(function* (
      who,
      { announcements: removed = [], files = [] }
    ) {
      const [row] = removed
      const { id, importance, publishAt, state } = yield* decodeDropped(row)
      yield* withLocks(sql, [`announcements:${who.community.id}`])
      if (state === "scheduled" && importance === "important" && publishAt !== null) {
        yield* important.requireFit(who.community.id, id, publishAt)
      }
      yield* repo.restore({ ...row }, files)
    })

    return { saveDraft, issue, drop: repo.drop, restore }
  })
}) {}
