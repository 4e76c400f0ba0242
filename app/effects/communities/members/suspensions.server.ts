/**
 * Suspensions end by themselves at their time: every rule compares clocks. This writes it down afterwards, for lists
 * that look at the status alone.
 */
import { Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"

/** Rows of one statement. */
const BATCH = 500

/** Answers how many ended since it was last asked, at most one batch. */
export const makeEndSuspensions = Effect.map(MembershipsRepo, (memberships) => memberships.endSuspensions(BATCH)).pipe(
  Effect.provide(MembershipsRepo.Default)
)

export const suspensionsJob = Effect.map(
  makeEndSuspensions,
  (end): Job => ({
    name: "suspensions",
    every: "minute",
    run: Effect.asVoid(Effect.repeat(end, { while: (ended) => ended === BATCH }))
  })
)
