/** A community's treasury as pages show it. Types and pure texts: pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { Opens } from "~/effects/treasury/deployment/opens"
import type { ApprovalRequest } from "~/effects/treasury/multisig/ApprovalRequest"

export interface TreasuryHolding {
  readonly resource: string
  /** Symbol, else name, else the end of the address. */
  readonly name: string
  readonly amount: AmountText
}

export interface TreasuryView {
  readonly time: LedgerTime
  /** Largest first; at most a hundred. */
  readonly holdings: ReadonlyArray<TreasuryHolding>
}

/** Why there is nothing to show. */
export type ShownTreasury =
  | { readonly state: "none" }
  | { readonly state: "down" }
  | ({ readonly state: "known" } & TreasuryView)

export interface Movement {
  readonly txId: string
  /** Unix milliseconds. */
  readonly at: number
  readonly stateVersion: number
  /** What it was for if this site requested it; "seen" for transactions of others. */
  readonly kind: string
  readonly resource: string
  readonly name: string
  /** Signed decimal text. */
  readonly change: string
}

/** Accounts with badges; null while the ledger cannot be read. */
export type BadgeHolders = ReadonlyArray<{
  readonly address: string
  /** Null without a profile. */
  readonly name: string | null
  readonly badges: string
}> | null

export interface SettingsTreasury {
  readonly slug: string
  readonly shown: ShownTreasury
  readonly holders: BadgeHolders
  readonly opens: Opens
  readonly movements: ReadonlyArray<Movement>
}

/** A token's balance at the end of a day. */
export interface BalancePoint {
  /** Start of the day, Unix milliseconds. */
  readonly at: number
  readonly balance: AmountText
}

/** A token's balance over time. */
export interface BalanceLine {
  readonly resource: string
  readonly name: string
  /** Oldest first; with many days, the last of each stretch of time. */
  readonly points: ReadonlyArray<BalancePoint>
  readonly highest: BalancePoint
  /** Days on which it moved. */
  readonly days: number
  /** The ledger's balance differs from the sum of movements: some are not recorded yet. */
  readonly isBehind: boolean
}

/** A request that waits for approvals. */
export interface WaitingRequest extends Pick<ApprovalRequest, "number" | "kind" | "payload"> {
  readonly endsAt: number | null
  /** Approvals so far. */
  readonly signed: number
}

/** A token of the treasury: how much is free, in escrow and promised. Null if the ledger did not answer. */
export interface TokenBar {
  readonly resource: string
  readonly name: string
  readonly free: AmountText | null
  readonly escrow: AmountText | null
  /** What it is in escrow for. */
  readonly escrowFor: ReadonlyArray<string>
  readonly promised: AmountText
  /** Numbers of the requests. */
  readonly promisedTo: ReadonlyArray<number>
  /** In the treasury and in escrow. */
  readonly together: AmountText | null
  /** What requests promise beyond what the treasury holds. */
  readonly short: AmountText | null
  /** Tenths of a percent; null if there is nothing to draw. */
  readonly shares: { readonly free: number; readonly escrow: number } | null
}

export interface SetAside {
  /** At most four. */
  readonly bars: ReadonlyArray<TokenBar>
  /** Requests that promise a token whose name is not unique. */
  readonly unclear: ReadonlyArray<number>
  readonly hasEscrow: boolean
}

export interface BudgetBar {
  readonly number: number
  readonly title: string
  readonly symbol: string
  readonly total: AmountText
  readonly untilAt: number
  readonly spent: AmountText
  /** Ordered and not paid yet. */
  readonly promised: AmountText
  readonly left: AmountText
  /** Tenths of a percent. */
  readonly shares: { readonly spent: number; readonly promised: number }
}

export interface NextPayout {
  readonly kind: "payout" | "coupon"
  /** Number of a payout. */
  readonly number: number | null
  /** Title of a payout; for a coupon the code of its series. */
  readonly title: string
  readonly symbol: string
  readonly amount: AmountText
  /** Null while it is not known who is paid. */
  readonly payments: number | null
  /** Null without a date. */
  readonly at: number | null
  readonly money: "escrow" | "request" | "vote" | "unsigned" | "treasury"
  readonly request: number | null
}

/** For everybody who can read the community. */
export interface TreasuryPage extends SettingsTreasury {
  readonly now: number
  /** The reader can pay from it. */
  readonly isHolder: boolean
  /** Requests that wait for approvals, oldest first. */
  readonly waiting: ReadonlyArray<WaitingRequest>
  readonly setAside: SetAside
  readonly budgets: ReadonlyArray<BudgetBar>
  readonly nextPayouts: ReadonlyArray<NextPayout>
  /** For the tokens that it holds, at most four. */
  readonly lines: ReadonlyArray<BalanceLine>
  /** Cursor of older movements; null at the end. */
  readonly next: string | null
  readonly isFirstPage: boolean
}

export const treasuryHref = (communityId: CommunityId): string => `/community/detail/${communityId}/treasury`

const WORDS: Readonly<Record<string, string>> = {
  deploy: "Deployment",
  distribution: "Payout",
  drop: "Payout",
  recover: "Withdrawn unclaimed",
  park: "Moved into escrow for a payout",
  "park-back": "Withdrawn from a payout",
  "park-return": "Returned from a payout",
  "bond-park": "Moved into escrow for a bond",
  "bond-park-back": "Withdrawn from a bond",
  "bond-park-return": "Returned from a bond",
  "budget-park": "Moved into escrow for a budget",
  "budget-back": "Withdrawn from a budget",
  "budget-return": "Returned from a budget",
  "bond-series": "Bond issued",
  "bond-settlement": "Bond settlement",
  "bond-redemption": "Bond redemption",
  proposal: "Decided by vote",
  "proposal-execution": "Decided by vote"
}

export const movementWords = ({ change, kind }: Pick<Movement, "change" | "kind">): string =>
  WORDS[kind] ?? (change.startsWith("-") ? "Sent" : "Received")
