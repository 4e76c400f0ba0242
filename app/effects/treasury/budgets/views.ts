/** Types of the budget pages from their loaders. Types only: pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import type { Opens } from "~/effects/treasury/deployment/opens"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import type { Budget, BudgetPayment, BudgetState } from "./Budget"

/** Threshold and number of the signers of a multisig treasury. */
export interface EnforcedBy {
  readonly needed: number
  readonly signers: number
}

/** What the reader can do, and who controls the treasury; both read from the ledger. */
interface Reader {
  readonly now: number
  readonly isHolder: boolean
  /** The ledger did not answer. */
  readonly isUnsure: boolean
  /** Null for single admins, and while the ledger does not answer. */
  readonly multisig: EnforcedBy | null
  readonly opens: Opens
  readonly hasRelayer: boolean
}

export type BudgetView = Pick<
  Budget,
  "number" | "title" | "symbol" | "total" | "most" | "payments" | "untilAt" | "state" | "digest" | "fees"
> & {
  /** Null before it is asked for; without its account in lists. */
  readonly escrow: EscrowSummary | null
}

export interface BudgetsPage extends Reader {
  readonly view: "list"
  readonly budgets: ReadonlyArray<BudgetView>
  readonly next: number | null
  readonly isFirstPage: boolean
  /** Amount that the community pays without a vote in 30 days. */
  readonly freePayout: string
  readonly members: number
  readonly signersPayFreely: boolean
  readonly bondsNeedVote: boolean
}

export interface NewBudgetPage extends Reader {
  readonly view: "new"
  readonly time: LedgerTime | null
  readonly tokens: ReadonlyArray<{ readonly resource: string; readonly amount: string; readonly symbol: string }>
  readonly freePayout: string
  readonly members: number
}

export interface PaymentView
  extends Pick<BudgetPayment, "n" | "account" | "amount" | "reason" | "state" | "txId" | "problem" | "createdAt"> {
  /** Null without a profile. */
  readonly payee: string | null
  readonly asker: string | null
}

export interface BudgetPage extends Reader {
  readonly view: "one"
  readonly budget: BudgetView
  /** A payment waits or has been sent. */
  readonly isBusy: boolean
  /** Whether the reader can order a payment now: in a multisig treasury, as one of its signers. */
  readonly mayOrder: boolean
  /** Ordering needs a proof from the last 24 hours, and theirs is older. */
  readonly needsProof: boolean
  /** Amount of the token that can still be ordered; null while nothing is in escrow. */
  readonly free: string | null
  /** Null when it is too late for a vote. */
  readonly vote: { readonly isNeeded: boolean; readonly number: number | null; readonly state: VoteState } | null
  readonly payments: ReadonlyArray<PaymentView>
  readonly next: number | null
  readonly isFirstPage: boolean
  /** For a holder: the transaction that funds it or withdraws from it. */
  readonly step: StepView | null
}
export type VoteState = "none" | "open" | "passed" | "failed"

export type AnyBudgetPage = BudgetsPage | NewBudgetPage | BudgetPage

export const stateWords: Readonly<Record<BudgetState, string>> = {
  draft: "Not funded yet",
  asked: "Waiting for approval",
  funded: "In escrow",
  refunding: "Being returned",
  ended: "Ended",
  withdrawn: "Cancelled"
}
