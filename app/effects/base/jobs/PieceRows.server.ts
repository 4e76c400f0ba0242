/** The rows of `job_pieces`: pieces that a server works on, or that were set back. A piece that went through has none. */
import { SqlClient, SqlSchema } from "@effect/sql"
import { Clock, Duration, Effect, Schema } from "effect"
import { MOST_OFFSET } from "~/effects/base/db/DatabaseClock.server"
import { randomId } from "~/effects/base/text/random.server"
import { LEASE, latestEnd } from "./Leases.server"

/** Until a piece that cannot go through yet is tried again. */
const AGAIN_MS = Duration.toMillis("1 minute")
const LONGEST_PAUSE_MS = Duration.toMillis("1 hour")

/** Milliseconds until a piece that died `tries` times in a row is tried again: a minute, doubled each time, an hour at most. */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE_MS, AGAIN_MS * 2 ** Math.min(tries - 1, 20))

/** The pause after one death more than the row counts, for a statement. */
const PAUSES = `CASE ${Array.from({ length: 6 }, (_, tries) => `WHEN job_pieces.tries = ${tries} THEN ${pauseAfter(tries + 1)}`).join(" ")} ELSE ${LONGEST_PAUSE_MS} END`

/** The latest next try that can be right, as `latestEnd` of leases. */
export const latestTry = (now: number): number => now + LONGEST_PAUSE_MS + MOST_OFFSET

export class PieceRows extends Effect.Service<PieceRows>()("effects/jobs/PieceRows", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const holder = yield* randomId()
    const leaseEnd = Effect.map(Clock.currentTimeMillis, (now) => now + Duration.toMillis(LEASE))

    /** Answers those that are this server's now. Sorted, so that two servers cannot wait for each other's rows. */
    const take = Effect.fn("PieceRows.take")(function* (job: string, pieces: ReadonlyArray<string>) {
      const now = yield* Clock.currentTimeMillis
      const leasedUntil = yield* leaseEnd
      const row = { job, holder, leasedUntil, nextAt: 0, tries: 0, reason: "" }
      const rows = [...new Set(pieces)].sort().map((piece) => ({ ...row, piece }))
      const taken = yield* sql<{ readonly piece: string }>`INSERT INTO job_pieces ${sql.insert(rows)}
        ON CONFLICT (job, piece) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
        WHERE (job_pieces.leased_until <= ${now} OR job_pieces.leased_until > ${latestEnd(now)})
          AND (job_pieces.next_at <= ${now} OR job_pieces.next_at > ${latestTry(now)})
          AND job_pieces.set_aside_at IS NULL RETURNING piece`
      return new Set(taken.map(({ piece }) => piece))
    })

    const renew = (job: string) =>
      Effect.flatMap(
        leaseEnd,
        (until) => sql`UPDATE job_pieces SET leased_until = ${until}
          WHERE job = ${job} AND holder = ${holder} AND leased_until > 0`
      )

    /** They went through. */
    const settle = Effect.fn("PieceRows.settle")(function* (job: string, pieces: ReadonlyArray<string>) {
      if (pieces.length === 0) return
      yield* sql`DELETE FROM job_pieces WHERE job = ${job} AND ${sql.in("piece", pieces)} AND holder = ${holder}`
    })

    /** It cannot go through yet. */
    const wait = Effect.fn("PieceRows.wait")(function* (job: string, piece: string, reason: string) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE job_pieces SET leased_until = 0, next_at = ${now + AGAIN_MS}, reason = ${reason}
        WHERE job = ${job} AND piece = ${piece} AND holder = ${holder}`
    })

    /** It died. Counted by the statement itself: whoever sets a piece back sees the tries that are stored. */
    const setBack = Effect.fn("PieceRows.setBack")(function* (job: string, piece: string, reason: string) {
      const now = yield* Clock.currentTimeMillis
      const first = { job, piece, holder, leasedUntil: 0, nextAt: now + pauseAfter(1), tries: 1, reason }
      yield* sql`INSERT INTO job_pieces ${sql.insert(first)} ON CONFLICT (job, piece) DO UPDATE SET leased_until = 0,
          next_at = CAST(${now} AS BIGINT) + ${sql.literal(PAUSES)}, tries = job_pieces.tries + 1, reason = excluded.reason
        WHERE job_pieces.holder = ${holder} OR job_pieces.leased_until <= ${now}`
    })

    const kept = SqlSchema.findAll({
      Request: Schema.String,
      Result: Schema.Struct({ piece: Schema.String, nextAt: Schema.Number, setAsideAt: Schema.NullOr(Schema.Number) }),
      execute: (job) => sql`SELECT piece, next_at, set_aside_at FROM job_pieces WHERE job = ${job}`
    })
    /** The pieces of a job that were set back, with the time of their next try: never, where they were set aside. */
    const nextTries = (job: string) =>
      Effect.gen(function* () {
        const latest = latestTry(yield* Clock.currentTimeMillis)
        const timeOf = ({ nextAt, setAsideAt }: { readonly nextAt: number; readonly setAsideAt: number | null }) => {
          if (setAsideAt !== null) return Number.POSITIVE_INFINITY
          return nextAt > latest ? 0 : nextAt
        }
        return new Map((yield* kept(job)).map((row) => [row.piece, timeOf(row)]))
      })

    /** For an operator: not tried any more. False where it was not set back, or is set aside already. */
    const setAside = Effect.fn("PieceRows.setAside")(function* (job: string, piece: string) {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* sql`UPDATE job_pieces SET set_aside_at = ${now}
        WHERE job = ${job} AND piece = ${piece} AND tries > 0 AND set_aside_at IS NULL RETURNING piece`
      return rows.length > 0
    }, Effect.orDie)

    /** For an operator: tried again when its job runs next. False where it neither waits nor is set aside. */
    const putBack = Effect.fn("PieceRows.putBack")(function* (job: string, piece: string) {
      const rows = yield* sql`UPDATE job_pieces SET set_aside_at = NULL, next_at = 0
        WHERE job = ${job} AND piece = ${piece} AND tries > 0
          AND (set_aside_at IS NOT NULL OR next_at > 0) RETURNING piece`
      return rows.length > 0
    }, Effect.orDie)

    /** It went through after it had been set back, by any server. */
    const forget = (job: string, piece: string) => sql`DELETE FROM job_pieces WHERE job = ${job} AND piece = ${piece}`

    return { take, renew, settle, wait, setBack, nextTries, forget, setAside, putBack }
  })
}) {}
