/**
 * Fields that payouts, bonds and budgets share once they are in escrow: the state of the relayer's work, and what moved
 * (docs/ledger.md). Isomorphic; times are Unix milliseconds, amounts decimal texts.
 */
import { Schema } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { type Amount, amountOf, formatAmount, NOTHING } from "~/ledger/amount"

/** Columns of a row. */
export const escrowFields = {
  /** The relayer's transaction that the ledger has not committed or rejected yet. */
  workStep: Schema.NullOr(Schema.String),
  payload: Schema.NullOr(Schema.String),
  /** XRD, including the fees of failed transactions. */
  spent: AmountText,
  returned: AmountText,
  /** XRD returned from the fees; 0 if the token is XRD, because both are one sum then. */
  returnedFees: AmountText,
  moves: Schema.Int,
  tries: Schema.Int,
  nextAt: Schema.Number,
  /** Why the work is on hold, as a sentence. */
  problem: Schema.NullOr(Schema.String),
  parkedAt: Schema.NullOr(Schema.Number),
  endedAt: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}

/** Values before the escrow is funded on the ledger. */
export const notYetFunded = {
  parked: null,
  workStep: null,
  payload: null,
  problem: null,
  parkedAt: null,
  endedAt: null,
  spent: NOTHING,
  returned: NOTHING,
  returnedFees: NOTHING
}

/** What a transaction moved out of the escrow account, as positive amounts. */
export interface Moved {
  readonly spent?: Amount
  readonly returned?: Amount
  readonly returnedFees?: Amount
  readonly moves?: number
}

interface Sums {
  readonly moves: number
  readonly spent: AmountText
  readonly returned: AmountText
  readonly returnedFees: AmountText
}

/** Adds an amount to a decimal text. */
export const grown = (before: AmountText, more: Amount = 0n): AmountText => formatAmount(amountOf(before) + more)

/** The sums of a row after a transaction. */
export const sumsAfter = (before: Sums, moved: Moved): Sums => ({
  moves: before.moves + (moved.moves ?? 0),
  spent: grown(before.spent, moved.spent),
  returned: grown(before.returned, moved.returned),
  returnedFees: grown(before.returnedFees, moved.returnedFees)
})

interface Whole extends Omit<Sums, "moves"> {
  readonly total: AmountText
  /** In XRD. */
  readonly fees: AmountText
}

/** What our records say is left in the account: the token without what was `handed` out, and XRD for fees. */
export const leftOf = ({ fees, returned, returnedFees, spent, total }: Whole, handed: AmountText) => ({
  token: amountOf(total) - amountOf(handed) - amountOf(returned),
  xrd: amountOf(fees) - amountOf(spent) - amountOf(returnedFees)
})
