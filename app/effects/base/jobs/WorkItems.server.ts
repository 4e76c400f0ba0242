/**
 * Work items of a job, such as proposals to close or announcements to publish. Servers of one database share them: an
 * item is leased while a server works on it. A failing item does not block the others: it is rescheduled with backoff,
 * and its reason is stored for the operator until it succeeds (docs/operations.md, "Jobs").
 */
import type { Statement } from "@effect/sql"
import { Cause, Duration, Effect, Exit, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { LEASE, latestEnd } from "./Leases.server"
import { othersTurn } from "./othersTurn"
import { latestTry, WorkItemRows } from "./WorkItemRows.server"

/** Items leased at a time: few, so that servers share the work and a crashed server blocks little. */
const IN_ONE_ROUND = 20
/** Stops after this many consecutive rounds in which other servers took everything first; they do the rest as well. */
const ROUNDS_WITHOUT = 5

export interface Work<A, E, R> {
  /** Unique among all kinds of work items, and the same on every server: `proposals.close`. */
  readonly job: string
  /**
   * Keys of due items, the longest overdue first, `limit` at most, without those that `isFree` excludes. Reads only
   * keys: an unreadable row may stop its own item, but must not stop the list.
   */
  readonly due: (limit: number) => Effect.Effect<ReadonlyArray<A>, never, R>
  readonly keyOf: (piece: A) => string
  /** Fails if the item cannot succeed yet, which is retried in a minute; dies of unexpected errors. */
  readonly work: (piece: A) => Effect.Effect<unknown, E, R>
  /**
   * An item that is due again after it succeeded is new work and is done immediately, not taken as a sign that nothing
   * happened.
   */
  readonly mayComeAgain?: true
  /**
   * Items worked on concurrently, one by default so that a job takes little of a server. For work that waits for other
   * systems.
   */
  readonly atOnce?: number
}

/** Neither a shutdown nor a storage failure is the item's own fault. */
export const isOwnFault = (cause: Cause.Cause<unknown>): boolean =>
  !Cause.isInterruptedOnly(cause) && Option.isNone(storageFailureIn(cause))

export class WorkItems extends Effect.Service<WorkItems>()("base/jobs/WorkItems", {
  dependencies: [WorkItemRows.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const rows = yield* WorkItemRows

    /** Processes one item; true if it succeeded. Only a storage failure is not its fault: that ends the round. */
    const finish = <A, E, R>({ job, keyOf, mayComeAgain, work }: Work<A, E, R>, piece: A, seen: Set<string>) =>
      Effect.gen(function* () {
        const key = keyOf(piece)
        const exit = yield* Effect.exit(work(piece))
        if (Exit.isSuccess(exit)) {
          // Still due after it succeeded: left to the next minute, or this round would never end.
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

    /**
     * Processes due items until none is left or other servers have the rest. The rows of finished items are deleted
     * once per round.
     */
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
      }).pipe(Effect.orDie, Effect.withSpan("WorkItems.workThrough", { attributes: { job: all.job } }))

    /**
     * An SQL condition for the query that finds due items: true for items that nobody works on and that are not
     * rescheduled. `piece` is the column with the item's key. A fragment, because it is part of the caller's query.
     */
    const isFree = (job: string, piece: Statement.Fragment, now: number): Statement.Fragment =>
      sql`NOT EXISTS (SELECT 1 FROM work_items jp WHERE jp.job = ${job} AND jp.piece = ${piece}
        AND ((jp.leased_until > ${now} AND jp.leased_until <= ${latestEnd(now)})
          OR (jp.next_at > ${now} AND jp.next_at <= ${latestTry(now)}) OR jp.set_aside_at IS NOT NULL))`

    return { isFree, workThrough }
  })
}) {}
