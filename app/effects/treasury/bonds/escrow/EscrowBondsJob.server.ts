/** The job that settles from bond escrows: within seconds of an order being signed, at the ledger's pace. */
import { Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkItems } from "~/effects/base/jobs/WorkItems.server"
import { lookThrough } from "~/effects/treasury/relayer/lookThrough.server"
import { BOND_PARKED_JOB, BondEscrowsRepo } from "./BondEscrowsRepo.server"
import { EscrowSwaps } from "./EscrowSwaps.server"

export class EscrowBondsJob extends Effect.Service<EscrowBondsJob>()("treasury/bonds/EscrowBondsJob", {
  dependencies: [EscrowSwaps.Default, BondEscrowsRepo.Default, WorkItems.Default],
  effect: Effect.gen(function* () {
    const { look } = yield* EscrowSwaps
    const { due, isBusy, rest } = yield* BondEscrowsRepo
    return { minute: lookThrough(yield* WorkItems, { job: BOND_PARKED_JOB, look, due, isBusy, rest }) }
  })
}) {}

export const escrowBondsJob = Effect.map(
  EscrowBondsJob,
  ({ minute }): Job => ({ name: BOND_PARKED_JOB, every: "minute", isShared: true, run: minute })
)
