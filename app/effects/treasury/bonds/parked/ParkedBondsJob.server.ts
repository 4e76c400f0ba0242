/** The job that settles from bond escrows: within seconds of an order being signed, at the ledger's pace. */
import { Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { Pieces } from "~/effects/base/jobs/Pieces.server"
import { lookThrough } from "~/effects/treasury/settler/lookThrough.server"
import { BOND_PARKED_JOB, BondParkingsRepo } from "./BondParkingsRepo.server"
import { ParkedSwaps } from "./ParkedSwaps.server"

export class ParkedBondsJob extends Effect.Service<ParkedBondsJob>()("effects/bonds/ParkedBondsJob", {
  dependencies: [ParkedSwaps.Default, BondParkingsRepo.Default, Pieces.Default],
  effect: Effect.gen(function* () {
    const { look } = yield* ParkedSwaps
    const { due, isBusy, rest } = yield* BondParkingsRepo
    return { minute: lookThrough(yield* Pieces, { job: BOND_PARKED_JOB, look, due, isBusy, rest }) }
  })
}) {}

export const parkedBondsJob = Effect.map(
  ParkedBondsJob,
  ({ minute }): Job => ({ name: BOND_PARKED_JOB, every: "minute", isShared: true, run: minute })
)
