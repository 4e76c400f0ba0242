/** The job of proposals, listed in jobs/list: opens, closes, reminds, and deletes unused nonces each minute. */
import { Clock, Effect } from "effect"
import { inParts } from "~/effects/base/jobs/Jobs.server"
import { BallotNonces } from "~/effects/governance/votes/BallotNonces.server"
import { Closings } from "./Closings.server"
import { Openings } from "./Openings.server"

/** Name of the lease. */
export const PROPOSALS_JOB = "proposals"

export const proposalsJob = Effect.gen(function* () {
  const nonces = yield* BallotNonces
  const openings = yield* Openings
  const closings = yield* Closings
  const forget = Effect.flatMap(Clock.currentTimeMillis, (now) => nonces.sweep(now))
  return {
    name: PROPOSALS_JOB,
    every: "minute" as const,
    isShared: true as const,
    run: inParts({ close: closings.closeDue, open: openings.openDue, remind: closings.remindDue, forget })
  }
})
