/** Layers of budgets. */
import { Layer } from "effect"
import { BudgetPayments } from "./BudgetPayments.server"
import { BudgetPaymentsRepo } from "./BudgetPaymentsRepo.server"
import { BudgetRuns } from "./BudgetRuns.server"
import { BudgetSetup } from "./BudgetSetup.server"
import { Budgets } from "./Budgets.server"
import { BudgetsJob } from "./BudgetsJob.server"
import { BudgetsRepo } from "./BudgetsRepo.server"

export const BudgetsLive = Layer.mergeAll(
  Budgets.Default,
  BudgetPayments.Default,
  BudgetPaymentsRepo.Default,
  BudgetRuns.Default,
  BudgetSetup.Default,
  BudgetsJob.Default,
  BudgetsRepo.Default
)
