/**
 * Pieces of a job: the proposals to close, the announcements to publish. Servers that share a database share them: a
 * piece is leased while one works on it. A piece that fails stops no other: it is set back, and its reason is kept for
 * the operator until it goes through (docs/operations.md, "Jobs").
 */
import { SqlClient, type Statement } from "@effect/sql"
import { Cause, Duration, Effect, Exit, Option } from "effect"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { LEASE, latestEnd } from "./Leases.server"
import { othersTurn } from "./othersTurn"
import { latestTry, PieceRows } from "./PieceRows.server"

/** Taken at once: few, so that servers share what is due and a server that dies holds little. */
const IN_ONE_ROUND = 20
/** Rounds in a row in which other servers took everything first: they have the rest as well. */
const ROUNDS_WITHOUT = 5

export interface Work<A, E, R> {
  /** Unique among all kinds of pieces, and the same on every server: `proposals.close`. */
  readonly job: string
  /**
   * What is due, the longest overdue first, `limit` at most, without pieces that `isFree` rules out. Reads no more than
   * keys: a row that cannot be read may stop its own piece, and must not stop the list.
   */
  readonly due: (limit: number) => Effect.Effect<ReadonlyArray<A>, never, R>
  readonly keyOf: (piece: A) => string
  /** Fails where it cannot go through yet, and is tried again in a minute; dies of what should not happen. */
  readonly work: (piece: A) => Effect.Effect<unknown, E, R>
  /** What is due again after it went through is new, and no sign that it did nothing: it is worked on again at once. */
  readonly mayComeAgain?: true
  /** Pieces worked on side by side; one without, so that a job takes little of a server. For work that waits for others. */
  readonly atOnce?: number
}

/** Neither a stop nor a storage that fails is a piece's own fault. */
export const isOwnFault = (cause: Cause.Cause<unknown>): boolean =>
  !Cause.isInterruptedOnly(cause) && Option.isNone(storageFailureIn(cause))

export class Pieces extends Effect.Service<Pieces>()("effects/jobs/Pieces", {
  dependencies: [PieceRows.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* PieceRows

    /** One piece to its end; true where it went through. Only a storage that fails is not its fault: that ends the round. */
    const finish = <A, E, R>({ job, keyOf, mayComeAgain, work }: Work<A, E, R>, piece: A, seen: Set<string>) =>
      Effect.gen(function* () {
        const key = keyOf(piece)
        const exit = yield* Effect.exit(work(piece))
        if (Exit.isSuccess(exit)) {
          // Still due after it went through: its turn comes with the next minute, or this round would have no end.
          if (!seen.has(key) || mayComeAgain === true) return true
          yield* rows.wait(job, key, "still due")
          return false
        }
        const { cause } = exit
        if (!isOwnFault(cause)) return yield* Effect.failCause(cause)
        if (Option.isSome(Cause.failureOption(cause))) {
          yield* rows.wait(job, key, reasonOf(cause))
          return false
        }
        yield* logDied("a piece of a job died")(cause).pipe(Effect.annotateLogs({ job, piece: key }))
        yield* rows.setBack(job, key, reasonOf(cause))
        return false
      }).pipe(Effect.ensuring(Effect.sync(() => seen.add(keyOf(piece)))))

    /** Works on what is due until nothing is, or others have the rest. What went through is settled once for a round. */
    const workThrough = <A, E, R>(all: Work<A, E, R>): Effect.Effect<void, never, R> =>
      Effect.gen(function* () {
        const seen = new Set<string>()
        const renewing = Effect.forever(Effect.delay(rows.renew(all.job), Duration.times(LEASE, 1 / 3)))
        for (let without = 0; without < ROUNDS_WITHOUT; ) {
          const found = yield* all.due(IN_ONE_ROUND)
          if (found.length === 0) return
          const mine = yield* rows.take(all.job, found.map(all.keyOf))
          without = mine.size === 0 ? without + 1 : 0
          const pieces = found.filter((piece) => mine.has(all.keyOf(piece)))
          const through: Array<string> = []
          const workOn = (piece: A) =>
            Effect.zipRight(
              Effect.map(finish(all, piece, seen), (isThrough) => isThrough && through.push(all.keyOf(piece))),
              othersTurn
            )
          const working = Effect.forEach(pieces, workOn, { concurrency: all.atOnce ?? 1, discard: true })
          yield* Effect.raceFirst(working, renewing).pipe(
            Effect.onExit(() => Effect.suspend(() => Effect.orDie(rows.settle(all.job, through))))
          )
        }
      }).pipe(Effect.orDie, Effect.withSpan("Pieces.workThrough", { attributes: { job: all.job } }))

    /**
     * A condition for the statement that finds what is due: true for pieces that nobody works on and that were not set
     * back. `piece` is the column with a piece's key. A fragment, because it belongs into its caller's statement.
     */
    const isFree = (job: string, piece: Statement.Fragment, now: number): Statement.Fragment =>
      sql`NOT EXISTS (SELECT 1 FROM job_pieces jp WHERE jp.job = ${job} AND jp.piece = ${piece}
        AND ((jp.leased_until > ${now} AND jp.leased_until <= ${latestEnd(now)})
          OR (jp.next_at > ${now} AND jp.next_at <= ${latestTry(now)}) OR jp.set_aside_at IS NOT NULL))`

    return { isFree, workThrough }
  })
}) {}
