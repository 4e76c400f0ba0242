/** The minute job of proposals, hung into jobs/list: opens, closes, reminds, and forgets nonces nobody used. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { sweepNonces } from "~/effects/governance/votes/nonces.server"
import { Closings } from "./Closings.server"
import { Openings } from "./Openings.server"

/** Names the lease. */
export const PROPOSALS_JOB = "proposals"

export const proposalsJob = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const openings = yield* Openings
  const closings = yield* Closings
  const forget = Effect.flatMap(Clock.currentTimeMillis, (now) => Effect.orDie(sweepNonces(sql, now)))
  return {
    name: PROPOSALS_JOB,
    every: "minute" as const,
    run: Effect.all([closings.closeDue, openings.openDue, closings.remindDue, forget], { discard: true })
  }
})
