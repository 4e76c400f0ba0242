/** The job of budgets: makes ordered payments and returns the rest at the end of a period. */
import { Effect } from "effect"
import type { Job } from "~/effects/base/jobs/Jobs.server"
import { WorkItems } from "~/effects/base/jobs/WorkItems.server"
import { lookThrough } from "~/effects/treasury/relayer/lookThrough.server"
import { BudgetRuns } from "./BudgetRuns.server"
import { BUDGETS_JOB, BudgetsRepo } from "./BudgetsRepo.server"

export class BudgetsJob extends Effect.Service<BudgetsJob>()("treasury/budgets/BudgetsJob", {
  dependencies: [BudgetRuns.Default, BudgetsRepo.Default, WorkItems.Default],
  effect: Effect.gen(function* () {
    const { look } = yield* BudgetRuns
    const { due, isBusy, rest } = yield* BudgetsRepo
    return { minute: lookThrough(yield* WorkItems, { job: BUDGETS_JOB, look, due, isBusy, rest }) }
  })
}) {}

export const budgetsJob = Effect.map(
  BudgetsJob,
  ({ minute }): Job => ({ name: BUDGETS_JOB, every: "minute", isShared: true, run: minute })
)
