/** The job behind parked payouts: as long as one is on its way, at the pace the ledger takes. */
import { Clock, Duration, Effect } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { Pieces } from "~/effects/base/jobs/Pieces.server"
import { ParkedRuns } from "./ParkedRuns.server"
import { PARKED_JOB, ParkingsRepo } from "./ParkingsRepo.server"

/** Between two looks at what the ledger has not decided. */
const LOOK = Duration.seconds(2)
/** Looks at one transaction before others have their turn. */
const LOOKS = 15
/** A job goes on for so long, within its minute, so that what a wallet just approved does not wait for the next. */
const WHOLE_MS = Duration.toMillis("50 seconds")

/** A wallet that was asked may answer so long after. */
const ASKED_MS = Duration.toMillis("1 hour")

export class ParkedPayouts extends Effect.Service<ParkedPayouts>()("effects/ParkedPayouts", {
  dependencies: [ParkedRuns.Default, ParkingsRepo.Default, Pieces.Default],
  effect: Effect.gen(function* () {
    const runs = yield* ParkedRuns
    const parkings = yield* ParkingsRepo
    const pieces = yield* Pieces

    /** One batch to its end. */
    const work = Effect.fn("parkedJob.work")(function* (id: string) {
      for (let looks = 0; looks < LOOKS; looks++) {
        const found = yield* runs.look(id)
        if (found === "again") return
        if (found === "rest") {
          return yield* parkings.rest(id, (yield* Clock.currentTimeMillis) + Duration.toMillis(LOOK))
        }
        yield* Effect.sleep(LOOK)
      }
      // Waits a minute, and is looked at again.
      return yield* new GatewayDown({ cause: new Error("the ledger has not decided on a payout's batch yet") })
    })

    const due = (limit: number) => Effect.flatMap(Clock.currentTimeMillis, (now) => parkings.due(now, limit))
    const round = pieces.workThrough({ job: PARKED_JOB, due, keyOf: (id) => id, work, mayComeAgain: true })

    const minute = Effect.gen(function* () {
      const began = yield* Clock.currentTimeMillis
      const until = began + WHOLE_MS
      yield* round
      while ((yield* Clock.currentTimeMillis) < until && (yield* parkings.isBusy(began - ASKED_MS, until))) {
        yield* Effect.sleep(LOOK)
        yield* round
      }
    }).pipe(Effect.withSpan("payouts.parked"))

    return { minute }
  })
}) {}

export const parkedJob = Effect.map(
  ParkedPayouts,
  ({ minute }): Job => ({ name: PARKED_JOB, every: "minute", isShared: true, run: minute })
)
