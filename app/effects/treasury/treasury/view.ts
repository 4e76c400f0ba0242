/** What a community's treasury holds, as pages show it. Types and pure words: pages load this file. */
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { Opens } from "~/effects/treasury/deployment/opens"
import type { Act } from "~/effects/treasury/keepers/Act"

export interface TreasuryHolding {
  readonly resource: string
  /** Symbol, else name, else the end of the address. */
  readonly name: string
  readonly amount: AmountText
}

export interface TreasuryView {
  readonly time: LedgerTime
  /** The largest first; at most a hundred. */
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
  /** What it was for, where we asked for it; "seen" for what others sent. */
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

/** Of a token, at the end of a day. */
export interface BalancePoint {
  /** The day's beginning, Unix milliseconds. */
  readonly at: number
  readonly balance: AmountText
}

/** A token's balance over time. */
export interface BalanceLine {
  readonly resource: string
  readonly name: string
  /** The oldest first; where there are many days, the last of each stretch of time. */
  readonly points: ReadonlyArray<BalancePoint>
  readonly highest: BalancePoint
  /** Days on which it moved. */
  readonly days: number
  /** The ledger tells of another balance than the movements add up to: some are not written down yet. */
  readonly isBehind: boolean
}

/** A request that waits for signatures. */
export interface WaitingRequest extends Pick<Act, "number" | "kind" | "payload"> {
  readonly endsAt: number | null
  /** Signatures so far. */
  readonly signed: number
}

/** A token of the treasury: what of it is free, in escrow and promised. Null is what the ledger did not say. */
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
  /** Tenths of a per cent; null where there is nothing to draw. */
  readonly shares: { readonly free: number; readonly escrow: number } | null
}

export interface SetAside {
  /** Four at most. */
  readonly bars: ReadonlyArray<TokenBar>
  /** Requests that promise a token which cannot be told from others. */
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
  /** Tenths of a per cent. */
  readonly shares: { readonly spent: number; readonly promised: number }
}

export interface NextPayout {
  readonly kind: "payout" | "coupon"
  /** Of a payout. */
  readonly number: number | null
  /** Of a coupon, the code of its series. */
  readonly title: string
  readonly symbol: string
  readonly amount: AmountText
  /** Null where it is not known yet who is paid. */
  readonly payments: number | null
  /** Null where it has no day. */
  readonly at: number | null
  readonly money: "escrow" | "request" | "vote" | "unsigned" | "treasury"
  readonly request: number | null
}

/** For everybody who may read the community. */
export interface TreasuryPage extends SettingsTreasury {
  readonly now: number
  /** The reader may pay from it. */
  readonly isHolder: boolean
  /** Requests that wait for signatures, the oldest first. */
  readonly waiting: ReadonlyArray<WaitingRequest>
  readonly setAside: SetAside
  readonly budgets: ReadonlyArray<BudgetBar>
  readonly nextPayouts: ReadonlyArray<NextPayout>
  /** Of the tokens that it holds, four at most. */
  readonly lines: ReadonlyArray<BalanceLine>
  /** From where older movements go on; null at the end. */
  readonly next: string | null
  readonly isFirstPage: boolean
}

export const treasuryHref = (communityId: string): string => `/community/detail/${communityId}/treasury`

const WORDS: Readonly<Record<string, string>> = {
  deploy: "Deployment",
  distribution: "Distribution",
  drop: "Distribution",
  recover: "Taken back unclaimed",
  park: "Parked for a payout",
  "park-back": "Taken back from a payout",
  "park-return": "Returned from a payout",
  "bond-park": "Parked for a bond",
  "bond-park-back": "Taken back from a bond",
  "bond-park-return": "Returned from a bond",
  "budget-park": "Parked for a budget",
  "budget-back": "Taken back from a budget",
  "budget-return": "Returned from a budget",
  "bond-series": "Bond series",
  "bond-settlement": "Bond settlement",
  "bond-redemption": "Bond redemption",
  proposal: "Decided by vote",
  "proposal-execution": "Decided by vote"
}

export const movementWords = ({ change, kind }: Pick<Movement, "change" | "kind">): string =>
  WORDS[kind] ?? (change.startsWith("-") ? "Sent" : "Received")
