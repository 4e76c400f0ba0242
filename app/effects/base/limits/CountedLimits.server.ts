/**
 * Limits that protect accounts, by browser and by network. They are counted in the database, so that two servers allow
 * no more than one and a restart resets nothing. Limits that protect a server's own load are in each server's memory
 * (Limits).
 *
 * A row is a leaky bucket (`pour`), named by a hash so that no address is stored. Taking from it is one statement, so
 * that two concurrent requests cannot both take the last unit.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findOne, Sql } from "~/effects/base/db/statements.server"
import { sha256 } from "~/effects/base/text/random.server"
import { atomically } from "./atomically.server"
import { type Limit, tooMany } from "./Limits.server"
import { withLocks } from "./locks.server"

const MINUTE = 60_000

/** Many people may share a network, so its limit is higher than a browser's. */
export const COUNTED_LIMITS = {
  "challenge.browser": { burst: 30, per: 10 * MINUTE },
  "challenge.network": { burst: 600, per: 10 * MINUTE },
  "sign-in.browser": { burst: 30, per: 10 * MINUTE },
  "sign-in.network": { burst: 600, per: 10 * MINUTE }
} satisfies Readonly<Record<string, Limit>>
export type CountedLimitName = keyof typeof COUNTED_LIMITS

const Bucket = Schema.Struct({ fullAt: Schema.Number })

export class CountedLimits extends Effect.Service<CountedLimits>()("base/limits/CountedLimits", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql

    const pourOne = findOne({
      Request: Schema.Struct({ key: Schema.String, now: Schema.Number, step: Schema.Number, per: Schema.Number }),
      Result: Bucket,
      execute: ({ key, now, per, step }) => sql`INSERT INTO limit_buckets ${sql.insert({ key, fullAt: now + step })}
        ON CONFLICT (key) DO UPDATE SET full_at = CAST(${step} AS BIGINT)
          + CASE WHEN limit_buckets.full_at > ${now} THEN limit_buckets.full_at ELSE ${now} END
        WHERE limit_buckets.full_at <= ${now + per - step} RETURNING full_at`
    })
    const fullAt = findOne({
      Request: Schema.String,
      Result: Bucket,
      execute: (key) => sql`SELECT full_at FROM limit_buckets WHERE key = ${key}`
    })

    /** Takes from one bucket, or fails with the time until it can. */
    const takeOne = ({ burst, per }: Limit, key: string, now: number) =>
      Effect.gen(function* () {
        const step = Math.ceil(per / burst)
        if (Option.isSome(yield* pourOne({ key, now, per, step }))) return
        const full = Option.match(yield* fullAt(key), { onNone: () => now, onSome: (row) => row.fullAt })
        return yield* tooMany(Math.max(1, full + step - now - per))
      })

    /** Counts one request against all of these limits, or against none if one of them is exhausted. */
    const take = Effect.fn("CountedLimits.take")(function* (keys: Partial<Readonly<Record<CountedLimitName, string>>>) {
      const now = yield* Clock.currentTimeMillis
      for (const [name, limit] of Object.entries(COUNTED_LIMITS)) {
        const of = keys[name as CountedLimitName] // the keys are those of COUNTED_LIMITS
        if (of !== undefined) yield* takeOne(limit, sha256(`${name} ${of}`), now)
      }
    }, atomically(sql))

    return { take }
  })
}) {}

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
