/**
 * Suspensions end by themselves at their time: every rule compares clocks. This writes it down afterwards, for lists
 * that look at the status alone.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"

/** Rows of one statement. */
const BATCH = 500

/** Answers how many ended since it was last asked, at most one batch. */
export const makeEndSuspensions = Effect.map(SqlClient.SqlClient, (sql) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const ended = yield* sql`UPDATE memberships
      SET status = 'active', suspended_until = NULL, reason = NULL, updated_at = ${now}
      WHERE status = 'suspended' AND suspended_until <= ${now} AND (community_id, account_address) IN (
        SELECT community_id, account_address FROM memberships
        WHERE status = 'suspended' AND suspended_until <= ${now} ORDER BY suspended_until LIMIT ${BATCH})
      RETURNING account_address`
    return ended.length
  }).pipe(Effect.orDie, Effect.withSpan("endSuspensions"))
)

export const suspensionsJob = Effect.map(
  makeEndSuspensions,
  (end): Job => ({
    name: "suspensions",
    every: "minute",
    run: Effect.asVoid(Effect.repeat(end, { while: (ended) => ended === BATCH }))
  })
)
