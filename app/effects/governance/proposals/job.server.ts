/** The minute job of proposals, hung into jobs/list: opens, closes, reminds, and forgets nonces nobody used. */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import { Closings } from "./Closings.server"
import { Openings } from "./Openings.server"

/** Names the lease. */
export const PROPOSALS_JOB = "proposals"
/** Long after a ballot could be sent with it. */
const NONCE_KEPT_MS = 3_600_000

export const proposalsJob = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const openings = yield* Openings
  const closings = yield* Closings
  const forget = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.orDie(sql`DELETE FROM ballot_nonces WHERE cast_at < ${now - NONCE_KEPT_MS}`)
  )
  return {
    name: PROPOSALS_JOB,
    every: "minute" as const,
    run: Effect.all([closings.closeDue, openings.openDue, closings.remindDue, forget], { discard: true })
  }
})
