/**
 * Pieces of a job: the proposals to close, the communities to look after. Servers that share a database share them: a
 * piece is leased while one works on it. A piece that fails stops no other: it is set back, and its reason is kept for
 * the operator until it goes through (docs/operations.md, "Jobs").
 */
import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Cause, Clock, Duration, Effect, Exit, Option, Schema } from "effect"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { randomId } from "~/effects/base/text/random.server"
import { LEASE } from "./Leases.server"

/** Taken at once: few, so that servers share what is due and a server that dies holds little. */
const IN_ONE_ROUND = 20
/** Until a piece that cannot go through yet is tried again. */
const AGAIN_MS = Duration.toMillis("1 minute")
const LONGEST_PAUSE_MS = Duration.toMillis("1 hour")
/** Characters of a reason. */
const REASON = 500

/** Milliseconds until a piece that died `tries` times in a row is tried again: a minute, doubled each time, an hour at most. */
export const pauseAfter = (tries: number): number => Math.min(LONGEST_PAUSE_MS, AGAIN_MS * 2 ** Math.min(tries - 1, 20))

export interface Work<A, E, R> {
  /** Unique among all kinds of pieces, and the same on every server: `proposals.close`. */
  readonly job: string
  /** What is due, the longest overdue first, `limit` at most, without pieces that `isFree` rules out. */
  readonly due: (limit: number) => Effect.Effect<ReadonlyArray<A>, never, R>
  readonly keyOf: (piece: A) => string
  /** Fails where it cannot go through yet, and is tried again in a minute; dies of what should not happen. */
  readonly work: (piece: A) => Effect.Effect<unknown, E, R>
}

/** A piece that was set back, as the operator sees it. */
export const SetBack = Schema.Struct({
  job: Schema.String,
  piece: Schema.String,
  tries: Schema.Int,
  nextAt: Schema.Number,
  reason: Schema.String
})

const reasonOf = (cause: Cause.Cause<unknown>) => {
  const [first] = [...Cause.failures(cause), ...Cause.defects(cause)]
  return (first instanceof Error ? first.message : String(first ?? "interrupted")).slice(0, REASON)
}

export class Pieces extends Effect.Service<Pieces>()("effects/jobs/Pieces", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const holder = yield* randomId()
    const leaseEnd = Effect.map(Clock.currentTimeMillis, (now) => now + Duration.toMillis(LEASE))

    const take = Effect.fn("Pieces.take")(function* (job: string, pieces: ReadonlyArray<string>) {
      const now = yield* Clock.currentTimeMillis
      const leasedUntil = yield* leaseEnd
      const rows = pieces.map((piece) => ({ job, piece, holder, leasedUntil, nextAt: 0, tries: 0, reason: "" }))
      return yield* sql<{ readonly piece: string }>`INSERT INTO job_pieces ${sql.insert(rows)}
        ON CONFLICT (job, piece) DO UPDATE SET holder = excluded.holder, leased_until = excluded.leased_until
        WHERE job_pieces.leased_until <= ${now} AND job_pieces.next_at <= ${now} RETURNING piece`
    })

    const renew = (job: string) =>
      Effect.flatMap(
        leaseEnd,
        (until) => sql`UPDATE job_pieces SET leased_until = ${until}
          WHERE job = ${job} AND holder = ${holder} AND leased_until > 0`
      )

    const settle = Effect.fn("Pieces.settle")(function* (job: string, piece: string) {
      yield* sql`DELETE FROM job_pieces WHERE job = ${job} AND piece = ${piece} AND holder = ${holder}`
    })

    const wait = Effect.fn("Pieces.wait")(function* (job: string, piece: string, reason: string) {
      const now = yield* Clock.currentTimeMillis
      yield* sql`UPDATE job_pieces SET leased_until = 0, next_at = ${now + AGAIN_MS}, reason = ${reason}
        WHERE job = ${job} AND piece = ${piece} AND holder = ${holder}`
    })

    const triesOf = SqlSchema.findOne({
      Request: Schema.Struct({ job: Schema.String, piece: Schema.String }),
      Result: Schema.Struct({ tries: Schema.Int }),
      execute: ({ job, piece }) => sql`SELECT tries FROM job_pieces WHERE job = ${job} AND piece = ${piece}`
    })
    const setBack = Effect.fn("Pieces.setBack")(function* (job: string, piece: string, reason: string) {
      const now = yield* Clock.currentTimeMillis
      const tries = 1 + Option.match(yield* triesOf({ job, piece }), { onNone: () => 0, onSome: (row) => row.tries })
      yield* sql`UPDATE job_pieces
        SET leased_until = 0, next_at = ${now + pauseAfter(tries)}, tries = ${tries}, reason = ${reason}
        WHERE job = ${job} AND piece = ${piece} AND holder = ${holder}`
    })

    /** One piece to its end. Only a storage that fails is not its fault: that ends the round. */
    const finish = <A, E, R>({ job, keyOf, work }: Work<A, E, R>, piece: A, seen: Set<string>) =>
      Effect.gen(function* () {
        const key = keyOf(piece)
        const exit = yield* Effect.exit(work(piece))
        if (Exit.isSuccess(exit)) {
          // Still due after it went through: its turn comes with the next minute, or this round would have no end.
          return yield* seen.has(key) ? wait(job, key, "still due") : settle(job, key)
        }
        const { cause } = exit
        if (Cause.isInterruptedOnly(cause) || Option.isSome(storageFailureIn(cause)))
          return yield* Effect.failCause(cause)
        if (Option.isSome(Cause.failureOption(cause))) return yield* wait(job, key, reasonOf(cause))
        yield* logDied("a piece of a job died")(cause).pipe(Effect.annotateLogs({ job, piece: key }))
        yield* setBack(job, key, reasonOf(cause))
      }).pipe(Effect.ensuring(Effect.sync(() => seen.add(keyOf(piece)))))

    /** Works on what is due until nothing is, or others have the rest. */
    const workThrough = <A, E, R>(all: Work<A, E, R>): Effect.Effect<void, never, R> =>
      Effect.gen(function* () {
        const seen = new Set<string>()
        for (;;) {
          const found = yield* all.due(IN_ONE_ROUND)
          if (found.length === 0) return
          const mine = new Set((yield* take(all.job, found.map(all.keyOf))).map(({ piece }) => piece))
          if (mine.size === 0) return
          const pieces = found.filter((piece) => mine.has(all.keyOf(piece)))
          const renewing = Effect.forever(Effect.delay(renew(all.job), Duration.times(LEASE, 1 / 3)))
          yield* Effect.raceFirst(
            Effect.forEach(pieces, (piece) => finish(all, piece, seen), { discard: true }),
            renewing
          )
        }
      }).pipe(Effect.orDie, Effect.withSpan("Pieces.workThrough", { attributes: { job: all.job } }))

    const known = SqlSchema.findAll({
      Request: Schema.Int,
      Result: SetBack,
      execute: (limit) => sql`SELECT job, piece, tries, next_at, reason FROM job_pieces
        WHERE tries > 0 ORDER BY tries DESC, job, piece LIMIT ${limit}`
    })

    /**
     * A condition for the statement that finds what is due: true for pieces that nobody works on and that were not set
     * back. `piece` is the column with a piece's key. A fragment, because it belongs into its caller's statement.
     */
    const isFree = (job: string, piece: Statement.Fragment, now: number): Statement.Fragment =>
      sql`NOT EXISTS (SELECT 1 FROM job_pieces jp WHERE jp.job = ${job} AND jp.piece = ${piece}
        AND (jp.leased_until > ${now} OR jp.next_at > ${now}))`

    return {
      isFree,
      workThrough,
      /** Pieces that died, the most tries first, `limit` at most. */
      setBack: (limit: number) => Effect.orDie(known(limit))
    }
  })
}) {}
