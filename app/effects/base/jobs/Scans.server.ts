/**
 * Scans: a job that reads everything of a kind each time, such as all running bonds, and mostly finds nothing to do. A
 * failing item does not block the others: it is rescheduled as a work item of the job (Pieces.server.ts) and skipped
 * until its next try. Items that succeed write nothing here. The server that holds the job's lease runs the scan.
 */
import { Cause, Clock, Effect, Exit, Option } from "effect"
import { logDied } from "~/effects/base/db/storageLog.server"
import { reasonOf } from "~/effects/base/failures/reasonOf"
import { othersTurn } from "./othersTurn"
import { WorkItemRows } from "./WorkItemRows.server"
import { isOwnFault } from "./WorkItems.server"

const PAGE = 100

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
  readonly look: (each: A) => Effect.Effect<unknown, E, R>
  /**
   * Processes many items with one query. If that crashes, each is processed alone, and only the failing one is
   * rescheduled.
   */
  readonly together?: (page: ReadonlyArray<A>) => Effect.Effect<unknown, E, R>
}

/**
 * Outcome of an item: succeeded, not possible now, or crashed. A storage failure or a shutdown ends the scan instead.
 */
const outcome = <A, E, R>(look: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(look)
    if (Exit.isSuccess(exit)) return { _tag: "Done" } as const
    const { cause } = exit
    if (!isOwnFault(cause)) return yield* Effect.failCause(Cause.stripFailures(cause))
    const reason = reasonOf(cause)
    return Option.isSome(Cause.failureOption(cause))
      ? ({ _tag: "NotNow", reason } as const)
      : ({ _tag: "Died", cause: Cause.stripFailures(cause), reason } as const)
  })

export class Scans extends Effect.Service<Scans>()("base/jobs/Scans", {
  dependencies: [WorkItemRows.Default],
  effect: Effect.gen(function* () {
    const rows = yield* WorkItemRows

    /** Processes one item. Returns the reason if it is not possible now. */
    const lookAt = <A, E, R>({ job, keyOf, look }: Scan<A, E, R>, each: A, wasSetBack: boolean) =>
      Effect.gen(function* () {
        const key = keyOf(each)
        const ended = yield* outcome(look(each))
        if (ended._tag === "NotNow") return [ended.reason]
        if (ended._tag === "Died") {
          yield* logDied("a piece of a job died")(ended.cause).pipe(Effect.annotateLogs({ job, piece: key }))
          yield* Effect.orDie(rows.setBack(job, key, ended.reason))
        } else if (wasSetBack) yield* Effect.orDie(rows.forget(job, key))
        return []
      }).pipe(Effect.zipLeft(othersTurn))

    const lookAtPage = <A, E, R>(all: Scan<A, E, R>, page: ReadonlyArray<A>, nextTries: ReadonlyMap<string, number>) =>
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const wasSetBack = (each: A) => nextTries.has(all.keyOf(each))
        const due = page.filter((each) => (nextTries.get(all.keyOf(each)) ?? 0) <= now)
        const well = due.filter((each) => !wasSetBack(each))
        const alone = Effect.forEach(due, (each) => lookAt(all, each, wasSetBack(each)))
        if (all.together === undefined || well.length < 2) return (yield* alone).flat()
        const ended = yield* outcome(all.together(well))
        if (ended._tag === "Died") return (yield* alone).flat()
        const others = yield* Effect.forEach(due.filter(wasSetBack), (each) => lookAt(all, each, true))
        return [...(ended._tag === "NotNow" ? [ended.reason] : []), ...others.flat()]
      })

    /** Scans everything once. */
    const walk = <A, E, R>(all: Scan<A, E, R>): Effect.Effect<void, never, R> =>
      Effect.gen(function* () {
        const nextTries = yield* Effect.orDie(rows.nextTries(all.job))
        const notNow: Array<string> = []
        for (let last: A | null = null; ; ) {
          const page: ReadonlyArray<A> = yield* all.after(last, PAGE)
          notNow.push(...(yield* lookAtPage(all, page, nextTries)))
          last = page.at(-1) ?? null
          if (page.length < PAGE) break
        }
        if (notNow.length === 0) return
        yield* Effect.logWarning("a job could not look at everything").pipe(
          Effect.annotateLogs({ job: all.job, looks: notNow.length, reason: notNow[0] ?? "" })
        )
      }).pipe(Effect.withSpan("Scans.walk", { attributes: { job: all.job } }))

    return { walk }
  })
}) {}
