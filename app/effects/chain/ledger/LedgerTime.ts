/** State version and time that a fact belongs to. */
import { Schema } from "effect"

export const LedgerTime = Schema.Struct({
  stateVersion: Schema.Int,
  /** ISO 8601, UTC; time of the state version. */
  at: Schema.String,
  /** False if the gateway did not respond and this is its last known response. */
  isFresh: Schema.Boolean
})
export type LedgerTime = typeof LedgerTime.Type
