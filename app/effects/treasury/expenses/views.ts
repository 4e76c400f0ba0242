/** Types of the pages of expenses from their loaders. Types and small pure functions: pages load this file. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { EventKind, Expense, ExpenseFile, ExpenseRules, ExpenseState } from "./Expense"

interface ExpensePageBase {
  readonly now: number
  readonly rules: ExpenseRules
  readonly isReviewer: boolean
  /** The ledger did not answer, so it is unknown whether the reader reviews. */
  readonly isUnsure: boolean
}

/** What is hidden from the reader is null. */
export interface ListedView {
  readonly number: number
  readonly state: ExpenseState
  readonly title: string | null
  readonly amount: string | null
  readonly symbol: string
  readonly category: string | null
  readonly payee: string | null
  readonly payeeName: string | null
  readonly submitter: string | null
  readonly isMine: boolean
  /** A reviewer's question or reason, or why it was not paid. */
  readonly why: string | null
  readonly updatedAt: number
}

export interface ExpensesPage extends ExpensePageBase {
  readonly view: "list"
  readonly expenses: ReadonlyArray<ListedView>
  readonly state: ExpenseState | null
  /** Expenses that the reader may see, by state. */
  readonly counts: ReadonlyArray<{ readonly state: ExpenseState; readonly many: number }>
  /** When the oldest expense that waits was submitted, for reviewers. */
  readonly waitingSince: number | null
  readonly next: number | null
  readonly isFirstPage: boolean
  /** Approved expenses can be chosen for one payout: the reader can spend from the treasury. */
  readonly mayGather: boolean
  readonly formKey: string
  readonly maySubmit: boolean
  readonly mayChangeRules: boolean
}

interface TokenChoice {
  readonly resource: string
  readonly amount: string
  readonly symbol: string
}

export interface BudgetChoice {
  readonly number: number
  readonly title: string
  readonly symbol: string
  readonly total: string
  readonly paid: string
  readonly promised: string
  readonly left: string
}

export interface NewExpensePage extends ExpensePageBase {
  readonly view: "new"
  readonly account: AccountAddress
  readonly tokens: ReadonlyArray<TokenChoice>
  readonly budgets: ReadonlyArray<BudgetChoice>
  /** The reader's earlier expense whose fields the form starts with. */
  readonly copied: { readonly number: number; readonly fields: Readonly<Record<string, string>> } | null
}

export interface RulesPage extends ExpensePageBase {
  readonly view: "rules"
  readonly budgets: ReadonlyArray<BudgetChoice>
}

export interface ExpenseEvent {
  readonly n: number
  readonly kind: EventKind
  readonly words: string
  /** Null for what the site did, and for an account without a profile. */
  readonly name: string | null
  readonly account: AccountAddress | null
  readonly at: number
}

export interface ExpenseView extends ExpensePageBase {
  readonly view: "one"
  readonly expense: ListedView &
    Pick<Expense, "kind" | "version" | "txId" | "problem" | "answer" | "createdAt"> & {
      readonly day: string | null
      readonly words: string | null
      readonly resource: string
      /** Number of the payout that pays it, for its submitter and reviewers. */
      readonly payout: number | null
    }
  readonly mine: boolean
  /** The reader submitted it or is paid by it, so another reviewer decides. */
  readonly isOwn: boolean
  /** For its submitter and reviewers; otherwise null. */
  readonly files: ReadonlyArray<Pick<ExpenseFile, "id" | "name" | "mime" | "bytes">> | null
  readonly events: ReadonlyArray<ExpenseEvent>
  /** Expenses that look the same, for reviewers. */
  readonly alike: ReadonlyArray<{
    readonly number: number
    readonly state: ExpenseState
    readonly why: "file" | "payment"
  }>
  /** Budgets in escrow with its token. */
  readonly budgets: ReadonlyArray<BudgetChoice>
  /** Whether the reader can order payments from budgets now. */
  readonly mayPay: boolean
  readonly needsProof: boolean
  readonly account: AccountAddress | null
  readonly tokens: ReadonlyArray<TokenChoice>
}

/** Sums of one category in one token. */
export interface CategorySum {
  readonly category: string
  readonly symbol: string
  readonly many: number
  readonly paid: string
  readonly approved: string
  readonly waiting: string
  readonly budget: BudgetChoice | null
}

export interface SumsPage extends ExpensePageBase {
  readonly view: "sums"
  /** A year, or a month as 2026-11. */
  readonly period: string
  readonly sums: ReadonlyArray<CategorySum>
  /** There are more expenses in the period than are added up at once. */
  readonly isTooMany: boolean
}

export type AnyExpensePage = ExpensesPage | NewExpensePage | RulesPage | ExpenseView | SumsPage

export const stateWords: Readonly<Record<ExpenseState, string>> = {
  waiting: "Waiting",
  asked: "Asked",
  approved: "Approved",
  refused: "Refused",
  withdrawn: "Withdrawn",
  paying: "Being paid",
  paid: "Paid"
}
