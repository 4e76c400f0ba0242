/** Hourly: rows that have served. Any server may do it, any number of times. */
import { SqlClient } from "@effect/sql"
import { Cause, Clock, Duration, Effect, Layer, Schedule } from "effect"

const DAY = Duration.toMillis("1 day")
/** The longest limit window is a day and ten minutes; a sent letter is kept to answer questions about it. */
const KEEP = { codes: 2 * DAY, signatures: DAY, turns: DAY, submitKeys: 2 * DAY, letters: 30 * DAY }

export const sweep = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const now = yield* Clock.currentTimeMillis
  yield* sql`DELETE FROM email_codes WHERE sent_at < ${now - KEEP.codes}`
  yield* sql`DELETE FROM upload_signatures WHERE expires_at < ${now - KEEP.signatures}`
  yield* sql`DELETE FROM turns WHERE taken_at < ${now - KEEP.turns}`
  yield* sql`DELETE FROM submit_keys WHERE created_at < ${now - KEEP.submitKeys}`
  yield* sql`DELETE FROM outbox WHERE sent_at < ${now - KEEP.letters} OR failed_at < ${now - KEEP.letters}`
}).pipe(Effect.orDie, Effect.withSpan("Sweep"))

export const SweepLive = Layer.scopedDiscard(
  sweep.pipe(
    Effect.catchAllCause((cause) => Effect.logError("sweeping died", Cause.pretty(cause))),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
)
