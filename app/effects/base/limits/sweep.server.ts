import { SqlClient } from "@effect/sql"
import { Duration, Effect } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { withLocks } from "./locks.server"

const TURNS_KEPT = Duration.toMillis("1 day")
const KEYS_KEPT = Duration.toMillis("2 days")
/** Locks deleted in one transaction. */
const AT_ONCE = 500

/**
 * Deletes locks that were last taken before `until`. They are locked again before deletion: Postgres locks the rows of
 * one statement in any order, which could deadlock with a caller that takes several locks.
 */
const sweepLocks = (sql: SqlClient.SqlClient, until: number) =>
  Effect.gen(function* () {
    const old = yield* sql<{ readonly key: string }>`SELECT key FROM locks WHERE taken_at < ${until} LIMIT ${AT_ONCE}`
    const keys = old.map(({ key }) => key)
    if (keys.length === 0) return 0
    yield* withLocks(sql, keys)
    yield* sql`DELETE FROM locks WHERE ${sql.in("key", keys)}`
    return keys.length
  }).pipe(sql.withTransaction, Effect.repeat({ while: (deleted) => deleted === AT_ONCE }))

/**
 * Deletes full buckets. A sign-in locks one while it takes from the next, so Postgres skips locked ones; the next sweep
 * deletes them.
 */
const sweepBuckets = (sql: SqlClient.SqlClient, now: number) =>
  sql.onDialectOrElse({
    pg: () => sql`DELETE FROM limit_buckets WHERE key IN (
      SELECT key FROM limit_buckets WHERE full_at < ${now} FOR UPDATE SKIP LOCKED)`,
    orElse: () => sql`DELETE FROM limit_buckets WHERE full_at < ${now}`
  })

/** Deletes released locks, expired idempotency keys and full buckets. */
export const sweepLimits: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    Effect.all([
      sweepLocks(sql, now - TURNS_KEPT),
      sql`DELETE FROM idempotency_keys WHERE created_at < ${now - KEYS_KEPT}`,
      sweepBuckets(sql, now)
    ])
)
