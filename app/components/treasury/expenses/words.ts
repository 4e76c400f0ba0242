/** Texts about expenses on their pages. Pure. */
import { readable } from "~/effects/base/amounts/readable"
import type { EventKind, ExpenseRules, ExpenseState, ShownField } from "~/effects/treasury/expenses/Expense"
import { type ListedView, stateWords } from "~/effects/treasury/expenses/views"

export const markOf = (state: ExpenseState) => {
  const tones = { waiting: "needs", asked: "open", approved: "ok", paying: "open", paid: "ok", refused: "bad" } as const
  return { word: stateWords[state], ...(state === "withdrawn" ? {} : { tone: tones[state] }) }
}

export const titleOf = ({ number, title }: Pick<ListedView, "number" | "title">): string => title ?? `Expense ${number}`

export const sumOf = ({ amount, symbol }: Pick<ListedView, "amount" | "symbol">): string =>
  amount === null ? "Not shown" : `${readable(amount)} ${symbol}`

export const reviewerWords = ({ reviewers }: Pick<ExpenseRules, "reviewers">): string =>
  ({
    owner: "the owner",
    moderators: "moderators and the owner",
    signers: "everybody who can spend from the treasury"
  })[reviewers]

export const shownWords: Readonly<Record<ShownField, string>> = {
  title: "What it was for",
  amount: "Amount",
  category: "Category",
  payee: "Who is paid"
}

export const eventWords: Readonly<Record<EventKind, string>> = {
  sent: "submitted it",
  asked: "asked",
  replied: "replied",
  approved: "approved it",
  refused: "refused it",
  withdrawn: "withdrew it",
  ordered: "ordered the payment",
  paid: "The payment is confirmed on the ledger",
  unpaid: "It was not paid"
}
