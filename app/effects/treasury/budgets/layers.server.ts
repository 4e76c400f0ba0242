/** Layers of budgets. */
import { Layer } from "effect"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { BudgetPayments } from "./BudgetPayments.server"
import { BudgetPaymentsRepo } from "./BudgetPaymentsRepo.server"
import { Budgets } from "./Budgets.server"
import { BudgetsRepo } from "./BudgetsRepo.server"
import { BudgetEscrowWorker } from "./escrowPurpose.server"

export const BudgetsLive = Layer.mergeAll(
  Budgets.Default,
  BudgetPayments.Default,
  BudgetPaymentsRepo.Default,
  BudgetEscrowWorker.Default,
  BudgetsRepo.Default,
  EscrowsRepo.Default
)
