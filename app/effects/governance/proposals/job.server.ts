/** The minute job of proposals, hung into jobs/list: opens, closes, reminds, and forgets nonces nobody used. */
import { Clock, Effect } from "effect"
import { BallotNonces } from "~/effects/governance/votes/BallotNonces.server"
import { Closings } from "./Closings.server"
import { Openings } from "./Openings.server"

/** Names the lease. */
export const PROPOSALS_JOB = "proposals"

export const proposalsJob = Effect.gen(function* () {
  const nonces = yield* BallotNonces
  const openings = yield* Openings
  const closings = yield* Closings
  const forget = Effect.flatMap(Clock.currentTimeMillis, (now) => nonces.sweep(now))
  return {
    name: PROPOSALS_JOB,
    every: "minute" as const,
    run: Effect.all([closings.closeDue, openings.openDue, closings.remindDue, forget], { discard: true })
  }
})
