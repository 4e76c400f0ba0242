/**
 * The rows of `work_items`: work items that a server is working on or that were rescheduled. Finished items have no
 * row.
 */

import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { MOST_OFFSET } from "~/effects/base/db/DatabaseClock.server"
import type { Sweep } from "~/effects/base/db/Sweep.server"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { randomId } from "~/effects/base/text/random.server"
import { LEASE, latestEnd } from "./Leases.server"

// Deletes rescheduled work items (but not those set aside) that are no longer due for another reason: a proposal was
// withdrawn, or an account removed.

/** Grace period after the next try: an item that is still due is tried again within the hour. */
const RETENTION = Duration.toMillis("3 hours")

export const sweepWorkItems: Sweep = Effect.map(
  SqlClient.SqlClient,
  (sql) => (now) =>
    sql`DELETE FROM work_items WHERE next_at < ${now - RETENTION} AND leased_until < ${now - RETENTION}
    AND set_aside_at IS NULL`
)

/** Delay before a work item that cannot succeed yet is tried again. */
const AGAIN_MS = Duration.toMillis("1 minute")
const LONGEST_PAUSE_MS = Duration.toMillis("1 hour")

/**
 * Delay in milliseconds after the given number of consecutive crashes: a minute, doubled each time, an hour at most.
 */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE_MS, AGAIN_MS * 2 ** Math.min(tries - 1, 20))

/** The delay after one crash more than the row counts, as SQL. */
const PAUSES = `CASE ${Array.from({ length: 6 }, (_, tries) => `WHEN work_items.tries = ${tries} THEN ${pauseAfter(tries + 1)}`).join(" ")} ELSE ${LONGEST_PAUSE_MS} END`

/** The latest plausible next try, as `latestEnd` of leases. */
export const latestTry = (now: number): number => now + LONGEST_PAUSE_MS + MOST_OFFSET

export class WorkItemRows extends Effect.Service<WorkItemRows>()("base/jobs/WorkItemRows", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const holder = yield* randomId()
    const leaseEnd = Effect.map(Clock.currentTimeMillis, (now) => now + Duration.toMillis(LEASE))

    /**
     * Returns the items that this server has now leased. Sorted, so that two servers cannot deadlock on each other's
     * rows.
     */
    const take = Effect.fn("WorkItemRows.take")(function* (job: string, items: ReadonlyArray<string>) {
      const now = yield* Clock.currentTimeMillis
      const leasedUntil = yield* leaseEnd
      const row = { job, holder, leasedUntil, nextAt: 0, tries: 0, reason: "" }
      const rows = [...new Set(items)].sort().map((item) => ({ ...row, item }))
      const taken = yield* sql<{ readonly item: string }>`INSERT INTO work_items ${sql.insert(rows)}
        ON CONFLICT (job, item) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
        WHERE (work_items.leased_until <= ${now} OR work_items.leased_until > ${latestEnd(now)})
          AND (work_items.next_at <= ${now} OR work_items.next_at > ${latestTry(now)})
          AND work_items.set_aside_at IS NULL RETURNING item`
      return new Set(taken.map(({ item }) => item))
    })

    const renew = (job: string) =>
      Effect.flatMap(
        leaseEnd,
        (until) => sql`UPDATE work_items SET leased_until = ${until}
          WHERE job = ${job} AND holder = ${holder} AND leased_until > 0`
      )

    /** Deletes the rows of finished items. */
    const settle = Effect.fn("WorkItemRows.settle")(function* (job: string, items: ReadonlyArray<string>) {
      if (items.length === 0) return
      yield* sql`DELETE FROM work_items WHERE job = ${job} AND ${sql.in("item", items)} AND holder = ${holder}`
    })

    /** Reschedules an item that cannot succeed yet. */
    const wait = Effect.fn("WorkItemRows.wait")(function* (job: string, item: string, reason: string) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE work_items SET leased_until = 0, next_at = ${now + AGAIN_MS}, reason = ${reason}
        WHERE job = ${job} AND item = ${item} AND holder = ${holder}`
    })

    /**
     * Reschedules a crashed item. The statement itself increments the stored count, so that concurrent servers see each
     * other's tries.
     */
    const setBack = Effect.fn("WorkItemRows.setBack")(function* (job: string, item: string, reason: string) {
      const now = yield* Clock.currentTimeMillis
      const first = { job, item, holder, leasedUntil: 0, nextAt: now + pauseAfter(1), tries: 1, reason }
      yield* sql`INSERT INTO work_items ${sql.insert(first)} ON CONFLICT (job, item) DO UPDATE SET leased_until = 0,
          next_at = CAST(${now} AS BIGINT) + ${sql.literal(PAUSES)}, tries = work_items.tries + 1, reason = excluded.reason
        WHERE work_items.holder = ${holder} OR work_items.leased_until <= ${now}`
    })

    const stored = findAll({
      Request: Schema.String,
      Result: Schema.Struct({ item: Schema.String, nextAt: Schema.Number, setAsideAt: Schema.NullOr(Schema.Number) }),
      execute: (job) => sql`SELECT item, next_at, set_aside_at FROM work_items WHERE job = ${job}`
    })
    /** The rescheduled work items of a job with the time of their next try: infinity for those that were set aside. */
    const nextTries = (job: string) =>
      Effect.gen(function* () {
        const latest = latestTry(yield* Clock.currentTimeMillis)
        const timeOf = ({ nextAt, setAsideAt }: { readonly nextAt: number; readonly setAsideAt: number | null }) => {
          if (setAsideAt !== null) return Number.POSITIVE_INFINITY
          return nextAt > latest ? 0 : nextAt
        }
        return new Map((yield* stored(job)).map((row) => [row.item, timeOf(row)]))
      })

    /** For operators: stops retries. False if it was not rescheduled, or is already set aside. */
    const setAside = Effect.fn("WorkItemRows.setAside")(function* (job: string, item: string) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE work_items SET set_aside_at = ${now}
        WHERE job = ${job} AND item = ${item} AND tries > 0 AND set_aside_at IS NULL RETURNING item`
      return rows.length > 0
    })

    /** For operators: retries it when its job runs next. False if it is neither rescheduled nor set aside. */
    const putBack = Effect.fn("WorkItemRows.putBack")(function* (job: string, item: string) {
      const rows = yield* sql`UPDATE work_items SET set_aside_at = NULL, next_at = 0
        WHERE job = ${job} AND item = ${item} AND tries > 0
          AND (set_aside_at IS NOT NULL OR next_at > 0) RETURNING item`
      return rows.length > 0
    })

    /** It finished after it had been rescheduled, by any server. */
    const forget = (job: string, item: string) => sql`DELETE FROM work_items WHERE job = ${job} AND item = ${item}`

    return { take, renew, settle, wait, setBack, nextTries, forget, setAside, putBack }
  })
}) {}
