/**
 * Leases: which server runs which job. A row for each job names the holder, the expiry, and the last finished minute or
 * hour (its "slot"). Taking a lease is one statement, so that two servers that try at the same time cannot both
 * succeed.
 */
import { Clock, Duration, Effect, Schema } from "effect"
import { MOST_OFFSET } from "~/effects/base/db/DatabaseClock.server"
import { findAll, Sql } from "~/effects/base/db/statements.server"

/** Renewed while a job runs; after a server has crashed, the others wait this long. */
export const LEASE = Duration.seconds(60)
const LEASE_MS = Duration.toMillis(LEASE)

/**
 * The latest plausible expiry. A later one was written by a server whose clock was ahead, or before the clock was set
 * back, and is ignored.
 */
export const latestEnd = (now: number): number => now + LEASE_MS + MOST_OFFSET

/** The latest minute (or hour) that can have finished, by the same reasoning. */
const latestSlot = (now: number, periodMs: number): number => Math.floor((now + MOST_OFFSET) / periodMs)

interface Stored {
  readonly doneSlot: number
  readonly leasedUntil: number
  readonly periodMs: number
}

/** How far a job's stored times are beyond the plausible, in milliseconds; 0 if they are plausible. */
export const aheadOf = ({ doneSlot, leasedUntil, periodMs }: Stored, now: number): number =>
  Math.max(
    doneSlot > latestSlot(now, periodMs) ? doneSlot * periodMs - now : 0,
    leasedUntil > latestEnd(now) ? leasedUntil - now - LEASE_MS : 0
  )

export class Leases extends Effect.Service<Leases>()("base/jobs/Leases", {
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const end = Effect.map(Clock.currentTimeMillis, (now) => now + LEASE_MS)

    /**
     * True for one server only, and for none once the slot is finished. `periodMs` is the length of a job's slots;
     * other leases have none. A lease that expires implausibly late is taken over.
     */
    const take = Effect.fn("Leases.take")(function* (
      name: string,
      holder: string,
      slot: number,
      periodMs: number | null = null
    ) {
      const now = yield* Clock.currentTimeMillis
      const until = yield* end
      // A new job counts as late from its first slot here, not from the beginning of time.
      const doneSlot = periodMs === null ? -1 : slot - 1
      const isUndone = sql`leases.done_slot < ${slot}`
      const isOpen =
        periodMs === null ? isUndone : sql`(${isUndone} OR leases.done_slot > ${latestSlot(now, periodMs)})`
      const rows = yield* sql`INSERT INTO leases ${sql.insert({ name, holder, leasedUntil: until, doneSlot, periodMs })}
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until,
          period_ms = COALESCE(excluded.period_ms, leases.period_ms)
        WHERE ${isOpen} AND (leases.leased_until <= ${now} OR leases.leased_until > ${latestEnd(now)})
        RETURNING name`
      return rows.length > 0
    })

    /** False if another server has taken it. */
    const renew = Effect.fn("Leases.renew")(function* (name: string, holder: string) {
      const until = yield* end
      const rows = yield* sql`UPDATE leases SET leased_until = ${until}
        WHERE name = ${name} AND holder = ${holder} AND leased_until > 0 RETURNING name`
      return rows.length > 0
    })

    const held = findAll({
      Request: Schema.Struct({ name: Schema.String, now: Schema.Number }),
      Result: Schema.Struct({ name: Schema.String }),
      execute: ({ name, now }) => sql`SELECT name FROM leases
        WHERE name = ${name} AND leased_until > ${now} AND leased_until <= ${latestEnd(now)}`
    })
    const isHeld = Effect.fn("Leases.isHeld")(function* (name: string) {
      return (yield* held({ name, now: yield* Clock.currentTimeMillis })).length > 0
    })

    const done = findAll({
      Request: Schema.Struct({ name: Schema.String, slot: Schema.Int }),
      Result: Schema.Struct({ name: Schema.String }),
      execute: ({ name, slot }) => sql`SELECT name FROM leases WHERE name = ${name} AND done_slot >= ${slot}`
    })
    const isFinished = Effect.fn("Leases.isFinished")(function* (name: string, slot: number) {
      return (yield* done({ name, slot })).length > 0
    })

    const finish = Effect.fn("Leases.finish")(function* (name: string, holder: string, slot: number) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE leases SET leased_until = 0, done_slot = ${slot}, ended_at = ${now}
        WHERE name = ${name} AND holder = ${holder}`
    })

    const giveBack = Effect.fn("Leases.giveBack")(function* (name: string, holder: string) {
      yield* sql`UPDATE leases SET leased_until = 0 WHERE name = ${name} AND holder = ${holder}`
    })

    /** Records why a job or one of its work items crashed, regardless of who holds the lease. */
    const noteDeath = Effect.fn("Leases.noteDeath")(function* (name: string, reason: string) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE leases SET died_at = ${now}, reason = ${reason} WHERE name = ${name}`
    })

    /**
     * The next poll runs the job although its minute (or hour) is done, and retries rescheduled work items of the job's
     * name and of names that continue it (`proposals.close`). Servers poll at the beginning of each minute. False if no
     * server has ever run the job.
     */
    const runAgain = Effect.fn("Leases.runAgain")(function* (name: string) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE leases SET done_slot = CAST(${now} AS BIGINT) / period_ms - 1
        WHERE name = ${name} AND period_ms IS NOT NULL RETURNING name`
      yield* sql`UPDATE work_items SET next_at = 0
        WHERE (job = ${name} OR job LIKE ${`${name}.%`}) AND leased_until <= ${now}`
      return rows.length > 0
    })

    return { runAgain, take, renew, isHeld, isFinished, finish, giveBack, noteDeath }
  })
}) {}
