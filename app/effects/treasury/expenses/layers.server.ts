/** Layers of expenses. */
import { Layer } from "effect"
import { ExpensePayments } from "./ExpensePayments.server"
import { ExpensePayouts } from "./ExpensePayouts.server"
import { ExpenseRulesRepo } from "./ExpenseRulesRepo.server"
import { Expenses } from "./Expenses.server"
import { ExpensesRepo } from "./ExpensesRepo.server"

export const ExpensesLive = Layer.mergeAll(
  Expenses.Default,
  ExpensePayments.Default,
  ExpensePayouts.Default,
  ExpenseRulesRepo.Default,
  ExpensesRepo.Default
)
