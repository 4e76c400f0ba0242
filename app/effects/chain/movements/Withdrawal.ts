/** Withdrawals from escrow accounts in transactions that this site did not make. Isomorphic. */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AmountText } from "~/effects/base/amounts/AmountText"

export const Withdrawal = Schema.Struct({
  txId: Schema.String,
  /** Unix milliseconds, from the ledger. */
  at: Schema.Number,
  /** What left, as positive amounts. */
  amounts: Schema.Array(Schema.Tuple(Schema.String, AmountText))
})
export type Withdrawal = typeof Withdrawal.Type

export const EscrowSubject = Schema.Struct({
  account: Schema.String,
  communityId: CommunityId,
  /** What the escrow pays for, within a sentence: the budget “Repairs”. */
  about: Schema.String,
  /** Path of its page. */
  target: Schema.String,
  resource: Schema.String,
  /** Symbol of that resource. */
  symbol: Schema.String
})
export type EscrowSubject = typeof EscrowSubject.Type
