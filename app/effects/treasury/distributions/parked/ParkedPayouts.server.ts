/** The job that pays from escrow, as long as any payout is under way. */
import { Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { Pieces } from "~/effects/base/jobs/Pieces.server"
import { lookThrough } from "~/effects/treasury/settler/lookThrough.server"
import { ParkedRuns } from "./ParkedRuns.server"
import { PARKED_JOB, ParkingsRepo } from "./ParkingsRepo.server"

export class ParkedPayouts extends Effect.Service<ParkedPayouts>()("effects/ParkedPayouts", {
  dependencies: [ParkedRuns.Default, ParkingsRepo.Default, Pieces.Default],
  effect: Effect.gen(function* () {
    const { look } = yield* ParkedRuns
    const { due, isBusy, rest } = yield* ParkingsRepo
    return { minute: lookThrough(yield* Pieces, { job: PARKED_JOB, look, due, isBusy, rest }) }
  })
}) {}

export const parkedJob = Effect.map(
  ParkedPayouts,
  ({ minute }): Job => ({ name: PARKED_JOB, every: "minute", isShared: true, run: minute })
)
