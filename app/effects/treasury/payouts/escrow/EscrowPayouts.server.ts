/** The job that pays from escrow, as long as any payout is under way. */
import { Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkItems } from "~/effects/base/jobs/WorkItems.server"
import { lookThrough } from "~/effects/treasury/relayer/lookThrough.server"
import { EscrowRuns } from "./EscrowRuns.server"
import { ESCROW_PAYOUTS_JOB, PayoutEscrowsRepo } from "./PayoutEscrowsRepo.server"

export class EscrowPayouts extends Effect.Service<EscrowPayouts>()("treasury/payouts/EscrowPayouts", {
  dependencies: [EscrowRuns.Default, PayoutEscrowsRepo.Default, WorkItems.Default],
  effect: Effect.gen(function* () {
    const { look } = yield* EscrowRuns
    const { due, isBusy, rest } = yield* PayoutEscrowsRepo
    return { minute: lookThrough(yield* WorkItems, { job: ESCROW_PAYOUTS_JOB, look, due, isBusy, rest }) }
  })
}) {}

export const escrowPayoutsJob = Effect.map(
  EscrowPayouts,
  ({ minute }): Job => ({ name: ESCROW_PAYOUTS_JOB, every: "minute", isShared: true, run: minute })
)
