/** When a community's important announcements were or will be sent, and when the next one may be. */
import { Effect, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import type { AnnouncementId } from "./Announcement"
import { TooManyImportant } from "./errors"

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

export const makeImportantTimes = Effect.gen(function* () {
  const sql = yield* Sql

  const select = findAll({
    Request: Schema.Struct({ communityId: Schema.String, id: Schema.String, from: Schema.Number }),
    Result: Schema.Struct({ publishAt: Schema.Number }),
    execute: ({ communityId, from, id }) => sql`SELECT publish_at FROM announcements
        WHERE community_id = ${communityId} AND importance = 'important' AND publish_at > ${from}
          AND state <> 'draft' AND id <> ${id}`
  })

  /**
   * Fails if one more important announcement at its time exceeds the limit. The caller holds the community's lock.
   */
  const requireFit = Effect.fn("ImportantTimes.requireFit")(function* (
    communityId: string,
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
