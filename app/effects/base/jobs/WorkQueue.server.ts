/**
 * The work of jobs. A failing item does not block the others: it is rescheduled with backoff, and its reason is stored
 * for the operator until it succeeds (docs/operations.md, "Jobs").
 *
 * - `workThrough` does due items, such as proposals to close: servers of one database share them, and an item is leased
 *   while a server works on it.
 * - `scan` goes through everything of a kind, such as all running bonds, and mostly finds nothing to do. Items that
 *   succeed write nothing here. The server that holds the job's lease runs it.
 */
import type { Statement } from "@effect/sql"
import { Cause, Clock, Duration, Effect, Exit, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { logDied, storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { othersTurn } from "./inParts"
import { LEASE, latestEnd } from "./Leases.server"
import { latestTry, WorkItemRows } from "./WorkItemRows.server"

/** Items read at a time by a scan. */
const PAGE = 100
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
  readonly keyOf: (item: A) => string
  /** Fails if the item cannot succeed yet, which is retried in a minute; dies of unexpected errors. */
  readonly work: (item: A) => Effect.Effect<unknown, E, R>
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

export interface Scan<A, E, R> {
  /** Unique among all kinds of work items, and the same on every server: `bonds.series`. */
  readonly job: string
  /**
   * Keys after `last`, in an order that processing does not change, `limit` at most. Reads only keys: an unreadable row
   * may stop its own item, but must not stop the list.
   */
  readonly after: (last: A | null, limit: number) => Effect.Effect<ReadonlyArray<A>, never, R>
  readonly keyOf: (each: A) => string
  /** Fails if it cannot continue now, for example because the ledger cannot be reached: the next scan tries again. */
  readonly check: (each: A) => Effect.Effect<unknown, E, R>
  /**
   * Processes many items with one query. If that crashes, each is processed alone, and only the failing one is
   * rescheduled.
   */
  readonly together?: (page: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>
}

/** Neither a shutdown nor a storage failure is the item's own fault. */
export const isOwnFault = (cause: Cause.Cause<unknown>): boolean =>
  !Cause.isInterruptedOnly(cause) && Option.isNone(storageFailureIn(cause))

/** A storage failure or a shutdown ends the work and says nothing about the item. */
const outcomeOf = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(work)
    if (Exit.isSuccess(exit)) return { _tag: "Done" } as const
    const { cause } = exit
    if (!isOwnFault(cause)) return yield* Effect.orDie(Effect.failCause(cause))
    const reason = reasonOf(cause)
    return Option.isSome(Cause.failureOption(cause))
      ? ({ _tag: "NotNow", reason } as const)
      : ({ _tag: "Died", cause, reason } as const)
  })

export class WorkQueue extends Effect.Service<WorkQueue>()("base/jobs/WorkQueue", {
  dependencies: [WorkItemRows.Default],
  effect: Effect.gen(function* () {
    const sql = yield* Sql
    const rows = yield* WorkItemRows

    /** A crashed item is logged and rescheduled. */
    const setBack = (
      job: string,
      key: string,
      { cause, reason }: { readonly cause: Cause.Cause<unknown>; readonly reason: string }
    ) =>
      Effect.zipRight(
        logDied("a work item of a job died")(cause).pipe(Effect.annotateLogs({ job, item: key })),
        rows.setBack(job, key, reason)
      )

    /** Processes one item; true if it succeeded. */
    const finish = <A, E, R>({ job, keyOf, mayComeAgain, work }: Work<A, E, R>, item: A, seen: Set<string>) =>
      Effect.gen(function* () {
        const key = keyOf(item)
        const ended = yield* outcomeOf(work(item))
        if (ended._tag === "Died") yield* setBack(job, key, ended)
        if (ended._tag === "NotNow") yield* rows.wait(job, key, ended.reason)
        if (ended._tag !== "Done") return false
        // Still due after it succeeded: left to the next minute, or this round would never end.
        if (!seen.has(key) || mayComeAgain === true) return true
        yield* rows.wait(job, key, "still due")
        return false
      }).pipe(Effect.ensuring(Effect.sync(() => seen.add(keyOf(item)))))

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
          const items = found.filter((item) => mine.has(all.keyOf(item)))
          const through: Array<string> = []
          const workOn = (item: A) =>
            Effect.zipRight(
              Effect.map(finish(all, item, seen), (isThrough) => isThrough && through.push(all.keyOf(item))),
              othersTurn
            )
          const working = Effect.forEach(items, workOn, { concurrency: all.atOnce ?? 1, discard: true })
          yield* Effect.raceFirst(working, renewing).pipe(
            Effect.onExit(() => Effect.suspend(() => rows.settle(all.job, through)))
          )
        }
      }).pipe(Effect.withSpan("WorkQueue.workThrough", { attributes: { job: all.job } }))

    /**
     * An SQL condition for the query that finds due items: true for items that nobody works on and that are not
     * rescheduled. `item` is the column with the item's key. A fragment, because it is part of the caller's query.
     */
    const isFree = (job: string, item: Statement.Fragment, now: number): Statement.Fragment =>
      sql`NOT EXISTS (SELECT 1 FROM work_items jp WHERE jp.job = ${job} AND jp.item = ${item}
        AND ((jp.leased_until > ${now} AND jp.leased_until <= ${latestEnd(now)})
          OR (jp.next_at > ${now} AND jp.next_at <= ${latestTry(now)}) OR jp.set_aside_at IS NOT NULL))`

    /** Processes one item. Returns the reason if it is not possible now. */
    const checkOne = <A, E, R>({ job, keyOf, check }: Scan<A, E, R>, each: A, wasSetBack: boolean) =>
      Effect.gen(function* () {
        const key = keyOf(each)
        const ended = yield* outcomeOf(check(each))
        if (ended._tag === "NotNow") return [ended.reason]
        if (ended._tag === "Died") yield* setBack(job, key, ended)
        else if (wasSetBack) yield* rows.forget(job, key)
        return []
      }).pipe(Effect.zipLeft(othersTurn))

    const checkPage = <A, E, R>(all: Scan<A, E, R>, page: ReadonlyArray<A>, nextTries: ReadonlyMap<string, number>) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const wasSetBack = (each: A) => nextTries.has(all.keyOf(each))
        const due = page.filter((each) => (nextTries.get(all.keyOf(each)) ?? 0) <= now)
        const well = due.filter((each) => !wasSetBack(each))
        const alone = Effect.forEach(due, (each) => checkOne(all, each, wasSetBack(each)))
        if (all.together === undefined || well.length < 2) return (yield* alone).flat()
        const ended = yield* outcomeOf(all.together(well))
        if (ended._tag === "Died") return (yield* alone).flat()
        const others = yield* Effect.forEach(due.filter(wasSetBack), (each) => checkOne(all, each, true))
        return [...(ended._tag === "NotNow" ? [ended.reason] : []), ...others.flat()]
      })

    /** Scans everything once. */
    const scan = <A, E, R>(all: Scan<A, E, R>): Effect.Effect<void, never, R> =>
      Effect.gen(function* () {
        const nextTries = yield* rows.nextTries(all.job)
        const notNow: Array<string> = []
        for (let last: A | null = null; ; ) {
          const page: ReadonlyArray<A> = yield* all.after(last, PAGE)
          notNow.push(...(yield* checkPage(all, page, nextTries)))
          last = page.at(-1) ?? null
          if (page.length < PAGE) break
        }
        if (notNow.length === 0) return
        yield* Effect.logWarning("a job could not look at everything").pipe(
          Effect.annotateLogs({ job: all.job, checks: notNow.length, reason: notNow[0] ?? "" })
        )
      }).pipe(Effect.withSpan("WorkQueue.scan", { attributes: { job: all.job } }))

    return { isFree, workThrough, scan }
  })
}) {}
