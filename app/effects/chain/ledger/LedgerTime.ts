/** The moment of the ledger that a fact belongs to. */
import { Schema } from "effect"

export const LedgerTime = Schema.Struct({
  stateVersion: Schema.Int,
  /** ISO 8601, UTC: when the ledger was there. */
  at: Schema.String,
  /** False: the gateway does not answer, and this is what it said last. */
  isFresh: Schema.Boolean
})
export type LedgerTime = typeof LedgerTime.Type
