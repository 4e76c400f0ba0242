/**
 * What payouts, bonds and budgets have in common once they are parked: how the site's work on them stands, and what moved
 * (docs/ledger.md, 1.8). Isomorphic; times are Unix milliseconds, amounts decimal texts.
 */
import { Schema } from "effect"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { type Amount, amountOf, formatAmount, NOTHING } from "~/ledger/amount"

/** Fields of a row. */
export const parkedFields = {
  /** The site's own transaction that the ledger has not decided yet. */
  workStep: Schema.NullOr(Schema.String),
  payload: Schema.NullOr(Schema.String),
  /** XRD, also of transactions that failed. */
  spent: AmountText,
  returned: AmountText,
  /** XRD of the fees; nothing where the token is XRD, and both are one. */
  returnedFees: AmountText,
  moves: Schema.Int,
  tries: Schema.Int,
  nextAt: Schema.Number,
  /** Why it does not go on, in words. */
  problem: Schema.NullOr(Schema.String),
  parkedAt: Schema.NullOr(Schema.Number),
  endedAt: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}

/** Before it is on the ledger. */
export const notYetParked = {
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

/** What a transaction moved out of the parked account, as positive amounts. */
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

/** A sum after more of it has moved. */
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
  /** XRD. */
  readonly fees: AmountText
}

/** What should still lie in the account, by what was written down: the token without what was `handed` out, and XRD for fees. */
export const leftOf = ({ fees, returned, returnedFees, spent, total }: Whole, handed: AmountText) => ({
  token: amountOf(total) - amountOf(handed) - amountOf(returned),
  xrd: amountOf(fees) - amountOf(spent) - amountOf(returnedFees)
})
