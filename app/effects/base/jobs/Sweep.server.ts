/** Hourly: rows that have served. Any server may do it, any number of times. */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect } from "effect"
import type { Job } from "./Jobs.server"

const DAY = Duration.toMillis("1 day")
/**
 * The longest limit window is a day and ten minutes; a sent letter is kept to answer questions about it, and what
 * somebody was told for a year.
 */
const KEEP = {
  codes: 2 * DAY,
  signatures: DAY,
  turns: DAY,
  submitKeys: 2 * DAY,
  letters: 30 * DAY,
  told: 365 * DAY,
  leases: 2 * DAY
}

export const sweepJob = Effect.map(SqlClient.SqlClient, (sql): Job => {
  const run = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    yield* sql`DELETE FROM email_codes WHERE sent_at < ${now - KEEP.codes}`
    yield* sql`DELETE FROM upload_signatures WHERE expires_at < ${now - KEEP.signatures}`
    yield* sql`DELETE FROM turns WHERE taken_at < ${now - KEEP.turns}`
    yield* sql`DELETE FROM submit_keys WHERE created_at < ${now - KEEP.submitKeys}`
    yield* sql`DELETE FROM outbox WHERE sent_at < ${now - KEEP.letters} OR failed_at < ${now - KEEP.letters}`
    yield* sql`DELETE FROM step_leases WHERE leased_until < ${now - KEEP.leases}`
    yield* sql`DELETE FROM notifications WHERE created_at < ${now - KEEP.told}`
  }).pipe(Effect.orDie, Effect.withSpan("Sweep"))
  return { name: "sweep", every: "hour", run }
})
