/** A committed transaction with the members that a receipt needs, from a gateway's response in a page. */
import { Schema } from "effect"

export interface LedgerTransaction {
  readonly status: string
  readonly stateVersion: number
  /** ISO 8601. */
  readonly at: string
  readonly subintents: ReadonlyArray<string>
  readonly fungibleChanges: ReadonlyArray<{
    readonly entity: string
    readonly resource: string
    /** Signed decimal. */
    readonly change: string
  }>
}

const Change = Schema.Struct({
  entity_address: Schema.String,
  resource_address: Schema.String,
  balance_change: Schema.String.pipe(Schema.pattern(/^-?\d+(\.\d{1,18})?$/))
})
const Committed = Schema.Struct({
  transaction: Schema.Struct({
    transaction_status: Schema.String,
    state_version: Schema.Number,
    round_timestamp: Schema.String,
    child_subintent_hashes: Schema.optional(Schema.NullOr(Schema.Array(Schema.String))),
    balance_changes: Schema.Struct({ fungible_balance_changes: Schema.Array(Change) })
  })
})
const decode = Schema.decodeUnknownSync(Committed)

export const COMMITTED_PATH = "/transaction/committed-details"
export const committedQuestion = (transaction: string) => ({
  intent_hash: transaction,
  opt_ins: { balance_changes: true }
})

/** Throws for any other response, also for one whose balance changes are not computed yet. */
export const readCommitted = (response: unknown): LedgerTransaction => {
  const { transaction } = decode(response)
  return {
    status: transaction.transaction_status,
    stateVersion: transaction.state_version,
    at: transaction.round_timestamp,
    subintents: transaction.child_subintent_hashes ?? [],
    fungibleChanges: transaction.balance_changes.fungible_balance_changes.map((given) => ({
      entity: given.entity_address,
      resource: given.resource_address,
      change: given.balance_change
    }))
  }
}
