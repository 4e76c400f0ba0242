/**
 * An escrow: an account that holds the money of one payout, bond or budget until the relayer has paid or refunded it
 * (docs/ledger.md). Isomorphic; times are Unix milliseconds, amounts decimal texts.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { type Amount, amountOf, formatAmount, NOTHING } from "~/ledger/amount"

export const EscrowPurpose = Schema.Literal("payout", "bondSale", "bondRedemption", "budget")
export type EscrowPurpose = typeof EscrowPurpose.Type

/**
 * - `asked`: a wallet or the signers are asked to fund it
 * - `funded`: the relayer pays from it
 * - `refunding`: nothing more is paid from it; what is left goes back to the treasury
 * - `ended`: nothing of it is left
 */
export const EscrowState = Schema.Literal("asked", "funded", "refunding", "ended")
export type EscrowState = typeof EscrowState.Type

/** The relayer has something to do for escrows in these states. */
export const LIVE: ReadonlyArray<EscrowState> = ["funded", "refunding"]

/** What one escrow sets aside; also stored with its funding transaction. */
export const EscrowPlan = Schema.Struct({
  id: Schema.String,
  purpose: EscrowPurpose,
  /** The payout, series or budget that it is for. */
  subjectId: Schema.String,
  communityId: CommunityId,
  /** The account that was asked to approve it. */
  account: AccountAddress,
  /** Hash of the rows or terms, locked on the escrow account. */
  digest: Schema.String,
  resource: ResourceAddress,
  total: AmountText,
  /** XRD for all payments and the refund. */
  fees: AmountText,
  /** Expected fee of one batch of a payout; null for other purposes, which compute it. */
  fee: Schema.NullOr(AmountText),
  /** Local ID of the relayer key's badge, as the account's owner rule names it. */
  relayerBadge: Schema.String,
  treasury: AccountAddress,
  /** Of payouts: the locker of an earlier escrow; null if the funding transaction creates it. */
  locker: Schema.NullOr(LockerAddress),
  /** The signers' rule on the account, as `ruleText` writes it; null if any single badge can withdraw. */
  signerRule: Schema.NullOr(Schema.String)
})
export type EscrowPlan = typeof EscrowPlan.Type

export const Escrow = Schema.Struct({
  ...EscrowPlan.fields,
  /** The escrow account; null before it is on the ledger. */
  address: Schema.NullOr(AccountAddress),
  state: EscrowState,
  /** 1 while its holders have paused it. */
  paused: Schema.Int,
  /** The funding transaction, later the newest withdrawal. */
  transactionId: Schema.String,
  /** The relayer's transaction that the ledger has not committed or rejected yet, and its payload in hex. */
  pendingId: Schema.NullOr(Schema.String),
  payload: Schema.NullOr(Schema.String),
  /** Transactions that paid from it, confirmed so far. */
  batches: Schema.Int,
  /** Orders of a bond that these settled. */
  orders: Schema.Int,
  paid: AmountText,
  /** XRD, including the fees of failed transactions. */
  spent: AmountText,
  returned: AmountText,
  /** XRD returned from the fees; 0 if the token is XRD, because both are one sum then. */
  returnedFees: AmountText,
  /** Withdrawals and refunds so far. */
  moves: Schema.Int,
  tries: Schema.Int,
  nextAt: Schema.Number,
  /** Why the relayer's work is on hold, as a sentence. */
  problem: Schema.NullOr(Schema.String),
  fundedAt: Schema.NullOr(Schema.Number),
  endedAt: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("escrows"))
export type Escrow = typeof Escrow.Type

/** An escrow that is on the ledger. */
export type FundedEscrow = Escrow & { readonly address: AccountAddress }
export const isOnLedger = (escrow: Escrow): escrow is FundedEscrow => escrow.address !== null

/** A row before the escrow is on the ledger. */
export const requestedRow = (plan: EscrowPlan, transactionId: string, now: number): Escrow => ({
  ...plan,
  transactionId,
  address: null,
  state: "asked",
  paused: 0,
  pendingId: null,
  payload: null,
  batches: 0,
  orders: 0,
  paid: NOTHING,
  spent: NOTHING,
  returned: NOTHING,
  returnedFees: NOTHING,
  moves: 0,
  tries: 0,
  nextAt: 0,
  problem: null,
  fundedAt: null,
  endedAt: null,
  createdAt: now,
  updatedAt: now
})

/** What a transaction moved out of the escrow account, as positive amounts. */
export interface Moved {
  readonly paid?: Amount
  readonly spent?: Amount
  readonly returned?: Amount
  readonly returnedFees?: Amount
  readonly moves?: number
  readonly batches?: number
  readonly orders?: number
}

const grown = (before: AmountText, more: Amount = 0n): AmountText => formatAmount(amountOf(before) + more)

/** The sums of an escrow after a transaction. */
export const sumsAfter = (before: Escrow, moved: Moved) => ({
  moves: before.moves + (moved.moves ?? 0),
  batches: before.batches + (moved.batches ?? 0),
  orders: before.orders + (moved.orders ?? 0),
  paid: grown(before.paid, moved.paid),
  spent: grown(before.spent, moved.spent),
  returned: grown(before.returned, moved.returned),
  returnedFees: grown(before.returnedFees, moved.returnedFees)
})

/** What our records say is left in the account: the token, and XRD for fees. */
export const leftIn = ({ fees, paid, returned, returnedFees, spent, total }: Escrow) => ({
  token: amountOf(total) - amountOf(paid) - amountOf(returned),
  xrd: amountOf(fees) - amountOf(spent) - amountOf(returnedFees)
})

/** Once nothing more is paid: the relayer refunds the rest immediately. */
export const REFUNDING = { state: "refunding", problem: null, tries: 0, nextAt: 0 } as const

/** Kinds of the transactions of an escrow, as prepared transactions and records name them. */
export const transactionKinds = {
  payout: { fund: "park", withdraw: "park-back", refund: "park-return" },
  bondSale: { fund: "bond-park", withdraw: "bond-park-back", refund: "bond-park-return" },
  bondRedemption: { fund: "bond-park", withdraw: "bond-park-back", refund: "bond-park-return" },
  budget: { fund: "budget-park", withdraw: "budget-back", refund: "budget-return" }
} as const satisfies Record<EscrowPurpose, unknown>

/**
 * Idempotency keys. The ledger locks the one of the funding on the treasury, so that it can succeed only once; `moves`
 * counts withdrawals and refunds.
 */
export const fundKeyOf = (id: string): string => `park:${id}`
export const withdrawKeyOf = (id: string, moves: number): string => `park-back:${id}-${moves}`
export const refundKeyOf = (id: string, moves: number): string => `park-return:${id}-${moves}`
