/**
 * Suspensions end by themselves at their time: every rule compares clocks. This writes it down afterwards, for lists
 * that look at the status alone.
 */
import { Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { MembershipsRepo } from "~/effects/communities/communities/MembershipsRepo.server"

/** Rows of one statement. */
const BATCH = 500

export const suspensionsJob = Effect.map(
  MembershipsRepo,
  ({ endSuspensions }): Job => ({
    name: "suspensions",
    every: "minute",
    run: Effect.asVoid(Effect.repeat(endSuspensions(BATCH), { while: (ended) => ended === BATCH }))
  })
)
