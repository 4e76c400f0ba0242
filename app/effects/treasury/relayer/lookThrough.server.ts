/** Processes escrows one at a time, waiting for the ledger to decide on each transaction. */
import { Clock, Duration, Effect } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import type { WorkItems } from "~/effects/base/jobs/WorkItems.server"

/**
 * Result of one poll of an escrow:
 * - `again`: something happened, poll again immediately
 * - `undecided`: the ledger has not decided on the submitted transaction
 * - `rest`: nothing to do now
 */
export type Looked = "again" | "undecided" | "rest"

/** Between two polls of an undecided transaction. */
const LOOK = Duration.seconds(2)
/** Polls of one transaction before other escrows are processed. */
const LOOKS = 15
/**
 * A run of the job continues for this long, within its minute, so that a fresh approval does not wait for the next run.
 */
const WHOLE_MS = Duration.toMillis("50 seconds")
/** A wallet can still respond this long after it was asked. */
const ASKED_MS = Duration.toMillis("1 hour")

interface Plans<E> {
  readonly job: string
  readonly look: (id: string) => Effect.Effect<Looked, E>
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<string>>
  /** Called if there was nothing to do; `due` leaves the escrow out until that moment. */
  readonly rest: (id: string, until: number) => Effect.Effect<void>
  /** Whether an escrow is due before `until`, or a wallet was asked to fund one after `since`. */
  readonly isBusy: (since: number, until: number) => Effect.Effect<boolean>
}

/** Works through due escrows as long as any is busy, for less than a minute. */
export const lookThrough = <E>(pieces: WorkItems, { due, isBusy, job, look, rest }: Plans<E>) => {
  const work = Effect.fn("relayer.work")(function* (id: string) {
    for (let looks = 0; looks < LOOKS; looks++) {
      const found = yield* look(id)
      if (found === "again") return
      if (found === "rest") return yield* rest(id, (yield* Clock.currentTimeMillis) + Duration.toMillis(LOOK))
      yield* Effect.sleep(LOOK)
    }
    // Fails the work item, which is retried after a minute.
    return yield* new GatewayDown({ cause: new Error("the ledger has not decided on a batch yet") })
  })
  const dueNow = (limit: number) => Effect.flatMap(Clock.currentTimeMillis, (now) => due(now, limit))
  const round = pieces.workThrough({ job, due: dueNow, keyOf: (id) => id, work, mayComeAgain: true })

  return Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    const until = began + WHOLE_MS
    yield* round
    while ((yield* Clock.currentTimeMillis) < until && (yield* isBusy(began - ASKED_MS, until))) {
      yield* Effect.sleep(LOOK)
      yield* round
    }
  }).pipe(Effect.withSpan(job))
}
