/** How the site's key works: plan by plan, each transaction to its end, at the pace the ledger takes. */
import { Clock, Duration, Effect } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import type { Pieces } from "~/effects/base/jobs/Pieces.server"

/**
 * What one look at a plan came to:
 * - `again`: something happened, look again at once
 * - `undecided`: the ledger has not decided on what was sent
 * - `rest`: nothing to do now
 */
export type Looked = "again" | "undecided" | "rest"

/** Between two looks at what the ledger has not decided. */
const LOOK = Duration.seconds(2)
/** Looks at one transaction before others have their turn. */
const LOOKS = 15
/** A job goes on for so long, within its minute, so that what a wallet just approved does not wait for the next. */
const WHOLE_MS = Duration.toMillis("50 seconds")
/** A wallet that was asked may answer so long after. */
const ASKED_MS = Duration.toMillis("1 hour")

interface Plans<E> {
  readonly job: string
  readonly look: (id: string) => Effect.Effect<Looked, E>
  readonly due: (now: number, limit: number) => Effect.Effect<ReadonlyArray<string>>
  /** Nothing was to be done: not looked at before that moment. */
  readonly rest: (id: string, until: number) => Effect.Effect<void>
  /** Whether one goes on before `until`, or a wallet was asked to park since the other. */
  readonly isBusy: (since: number, until: number) => Effect.Effect<boolean>
}

/** Works through what is due as long as anything is busy; less than a minute. */
export const lookThrough = <E>(pieces: Pieces, { due, isBusy, job, look, rest }: Plans<E>) => {
  const work = Effect.fn("settler.work")(function* (id: string) {
    for (let looks = 0; looks < LOOKS; looks++) {
      const found = yield* look(id)
      if (found === "again") return
      if (found === "rest") return yield* rest(id, (yield* Clock.currentTimeMillis) + Duration.toMillis(LOOK))
      yield* Effect.sleep(LOOK)
    }
    // Waits a minute, and is looked at again.
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
