import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { takeTurns } from "./turns.server"

const TURNS_KEPT = Duration.toMillis("1 day")
const KEYS_KEPT = Duration.toMillis("2 days")
/** Turns that one transaction deletes. */
const AT_ONCE = 500

/**
 * Turns that were taken before `until`. They are taken once more before they go: Postgres locks what one statement
 * deletes in any order, and whoever takes several turns would wait for it while it waits for them.
 */
const sweepTurns = (sql: SqlClient.SqlClient, until: number) =>
  Effect.gen(function* () {
    const old = yield* sql<{ readonly key: string }>`SELECT key FROM turns WHERE taken_at < ${until} LIMIT ${AT_ONCE}`
    const keys = old.map(({ key }) => key)
    if (keys.length === 0) return 0
    yield* takeTurns(sql, keys)
    yield* sql`DELETE FROM turns WHERE ${sql.in("key", keys)}`
    return keys.length
  }).pipe(sql.withTransaction, Effect.repeat({ while: (deleted) => deleted === AT_ONCE }))

/**
 * Buckets that are full. A sign-in holds one while it takes from the next: Postgres waits for none of those, the next sweep
 * finds them.
 */
const sweepBuckets = (sql: SqlClient.SqlClient, now: number) =>
  sql.onDialectOrElse({
    pg: () => sql`DELETE FROM limit_buckets WHERE key IN (
      SELECT key FROM limit_buckets WHERE full_at < ${now} FOR UPDATE SKIP LOCKED)`,
    orElse: () => sql`DELETE FROM limit_buckets WHERE full_at < ${now}`
  })

/** Turns that are over, idempotency keys nobody sends again, and buckets that are full. */
export const sweepLimits: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.all([
      sweepTurns(sql, now - TURNS_KEPT),
      sql`DELETE FROM submit_keys WHERE created_at < ${now - KEYS_KEPT}`,
      sweepBuckets(sql, now)
    ])
)
