/** The pages about budgets, as the server answers them. Types only: pages load this file. */
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { StepView } from "~/effects/chain/ledger-steps/Step"
import type { Opens } from "~/effects/treasury/deployment/opens"
import type { EscrowView } from "~/effects/treasury/settler/EscrowView"
import type { Budget, BudgetPayment, BudgetState } from "./Budget"

/** So many keepers open the treasury. */
export interface KeptBy {
  readonly needed: number
  readonly keepers: number
}

/** What the reader may do, and how the treasury opens; both read from the ledger. */
interface Reader {
  readonly now: number
  readonly isHolder: boolean
  /** The ledger did not say. */
  readonly isUnsure: boolean
  /** Null where one badge opens it, and while the ledger does not say. */
  readonly keptBy: KeptBy | null
  readonly opens: Opens
  readonly hasSettler: boolean
}

export type BudgetView = Pick<
  Budget,
  | "number"
  | "title"
  | "symbol"
  | "total"
  | "most"
  | "payments"
  | "untilAt"
  | "state"
  | "paid"
  | "made"
  | "digest"
  | "fees"
  | "spent"
  | "returned"
  | "returnedFees"
  | "parked"
  | "kept"
  | "problem"
  | "nextAt"
  | "parkedAt"
  | "endedAt"
> & {
  readonly isPaused: boolean
  /** The site's own transaction waits for the ledger. */
  readonly isUnderWay: boolean
}

export interface BudgetsPage extends Reader {
  readonly view: "list"
  readonly budgets: ReadonlyArray<BudgetView>
  readonly next: number | null
  readonly isFirstPage: boolean
  /** Of the community: what is paid without a vote in 30 days. */
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
  /** Null before it is on the ledger. */
  readonly escrow: EscrowView | null
  /** A payment waits, or is on its way. */
  readonly isBusy: boolean
  /** Whoever may order a payment now: in a guarded treasury one of its keepers. */
  readonly mayOrder: boolean
  /** Ordering needs a proof of the last 24 hours, and theirs is older. */
  readonly needsProof: boolean
  /** Of the token, what is not ordered yet; null while nothing is parked. */
  readonly free: string | null
  /** Null once it is past deciding. */
  readonly vote: { readonly isNeeded: boolean; readonly number: number | null; readonly state: VoteState } | null
  readonly payments: ReadonlyArray<PaymentView>
  readonly next: number | null
  readonly isFirstPage: boolean
  /** For a holder: the step that parks, or that takes back. */
  readonly step: StepView | null
}
export type VoteState = "none" | "open" | "passed" | "failed"

export type AnyBudgetPage = BudgetsPage | NewBudgetPage | BudgetPage

export const stateWords: Readonly<Record<BudgetState, string>> = {
  draft: "Not parked yet",
  asked: "Waits for its approval",
  parked: "Parked",
  returning: "On its way back",
  ended: "Over",
  withdrawn: "Given up"
}
