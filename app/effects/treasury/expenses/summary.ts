/** Sums of expenses by category and token (docs/product/expenses.md). Pure. */
import { type Amount, amountOf, formatAmount } from "~/ledger/amount"
import type { Category, Expense } from "./Expense"
import type { BudgetChoice, CategorySum } from "./views"

export type SummedExpense = Pick<Expense, "category" | "resource" | "symbol" | "amount" | "state">

/** A year as 2026 or a month as 2026-11, as the days it begins with and ends before; null for anything else. */
export const periodDays = (period: string): { readonly from: string; readonly before: string } | null => {
  const [, year = "", month] = /^([12]\d{3})(?:-(0[1-9]|1[0-2]))?$/.exec(period) ?? []
  if (year === "") return null
  if (month === undefined) return { from: `${year}-01-01`, before: `${Number(year) + 1}-01-01` }
  const next = month === "12" ? `${Number(year) + 1}-01` : `${year}-${String(Number(month) + 1).padStart(2, "0")}`
  return { from: `${period}-01`, before: `${next}-01` }
}

/** In the order of the community's categories; categories that it no longer has come last. */
export const sumsOf = (
  expenses: ReadonlyArray<SummedExpense>,
  {
    budgets,
    categories
  }: { readonly budgets: ReadonlyArray<BudgetChoice>; readonly categories: ReadonlyArray<Category> }
): ReadonlyArray<CategorySum> => {
  const sums = new Map<string, { symbol: string; category: string; many: number; parts: Record<string, Amount> }>()
  for (const { amount, category, resource, state, symbol } of expenses) {
    const key = JSON.stringify([category, resource])
    const sum = sums.get(key) ?? { symbol, category, many: 0, parts: {} }
    const part = state === "paid" ? "paid" : state === "approved" || state === "paying" ? "approved" : "waiting"
    sum.parts[part] = (sum.parts[part] ?? 0n) + amountOf(amount)
    sum.many++
    sums.set(key, sum)
  }
  const place = (name: string) => {
    const index = categories.findIndex((category) => category.name === name)
    return index < 0 ? categories.length : index
  }
  const text = (amount: Amount | undefined) => formatAmount(amount ?? 0n)
  return [...sums.values()]
    .sort((one, other) => place(one.category) - place(other.category) || (one.symbol < other.symbol ? -1 : 1))
    .map(({ category, many, parts, symbol }): CategorySum => {
      const number = categories.find(({ name }) => name === category)?.budget
      return {
        category,
        symbol,
        many,
        paid: text(parts.paid),
        approved: text(parts.approved),
        waiting: text(parts.waiting),
        budget: budgets.find((budget) => budget.number === number && budget.symbol === symbol) ?? null
      }
    })
}
