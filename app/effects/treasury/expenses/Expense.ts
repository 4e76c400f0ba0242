/**
 * Expenses: what a member asks the treasury to refund or pay, and what reviewers decided (docs/product/expenses.md).
 * Isomorphic; times are Unix milliseconds, amounts decimal texts, days as 2026-12-05.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { expenseStates, shownFields } from "./limits"

/** `own`: the submitter has paid and asks for a refund. `invoice`: somebody else is to be paid. */
export const ExpenseKind = Schema.Literal("own", "invoice")
export type ExpenseKind = typeof ExpenseKind.Type

/**
 * - `waiting`: a reviewer decides next
 * - `asked`: a reviewer asked something; the submitter replies next
 * - `approved`: nothing has been ordered yet, or what was ordered was not paid
 * - `paying`: a payment is ordered
 * - `paid`: confirmed on the ledger
 */
export const ExpenseState = Schema.Literal(...expenseStates)
export type ExpenseState = typeof ExpenseState.Type

/** What is paid or will be, as far as anybody knows. */
export const isSpending = (state: ExpenseState): boolean =>
  state === "approved" || state === "paying" || state === "paid"

export const Expense = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  number: Schema.Int,
  /** The submitter. */
  account: AccountAddress,
  kind: ExpenseKind,
  title: Schema.String,
  resource: ResourceAddress,
  symbol: Schema.String,
  divisibility: Schema.Int,
  amount: AmountText,
  payee: AccountAddress,
  day: Schema.String,
  category: Schema.String,
  /** What it was for, for reviewers. */
  words: Schema.String,
  state: ExpenseState,
  /** A reviewer's last question or reason. */
  answer: Schema.NullOr(Schema.String),
  /** Why the last payment was not made. */
  problem: Schema.NullOr(Schema.String),
  /** What pays it: a budget with the number of its payment, or a payout with the line of its row. */
  way: Schema.NullOr(Schema.Literal("budget", "payout")),
  wayId: Schema.NullOr(Schema.String),
  wayN: Schema.NullOr(Schema.Int),
  txId: Schema.NullOr(Schema.String),
  /** Counts changes of what reviewers see. */
  version: Schema.Int,
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("expenses"))
export type Expense = typeof Expense.Type

export const ExpenseFile = Schema.Struct({
  id: Schema.String,
  expenseId: Schema.String,
  name: Schema.String,
  mime: Schema.Literal("application/pdf", "image/jpeg", "image/png", "image/webp"),
  bytes: Schema.Int,
  sha256: Schema.String,
  createdAt: Schema.Number
}).annotations(rowOf("expense_files"))
export type ExpenseFile = typeof ExpenseFile.Type

export const EventKind = Schema.Literal(
  "sent",
  "asked",
  "replied",
  "approved",
  "refused",
  "withdrawn",
  "ordered",
  "paid",
  "unpaid"
)
export type EventKind = typeof EventKind.Type

/** Who reviews: roles of the community, or everybody who can spend from the treasury. */
export const Reviewers = Schema.Literal("owner", "moderators", "signers")
export type Reviewers = typeof Reviewers.Type

/** What everybody who can read the community sees of an approved expense. */
export const ShownField = Schema.Literal(...shownFields)
export type ShownField = typeof ShownField.Type

export const Category = Schema.Struct({
  name: Schema.String,
  /** The number of the budget that usually pays it. */
  budget: Schema.NullOr(Schema.Int)
})
export type Category = typeof Category.Type

export interface ExpenseRules {
  readonly reviewers: Reviewers
  readonly shown: ReadonlyArray<ShownField>
  readonly categories: ReadonlyArray<Category>
}

/** Until the owner changes them. */
export const startRules: ExpenseRules = {
  reviewers: "moderators",
  shown: ["title", "amount", "category", "payee"],
  categories: ["Materials", "Tools", "Travel", "Rent", "Other"].map((name) => ({ name, budget: null }))
}

export const pathOf = (communityId: CommunityId, number?: number): string =>
  `/community/detail/${communityId}/expenses${number === undefined ? "" : `?e=${number}`}`
