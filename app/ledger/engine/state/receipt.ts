/** Receipt of a committed transaction: its status, its fee, and the changes of balances. */
import { Schema } from "effect"
import type { Difference } from "./Draft"

export const FeeShare = Schema.Struct({ holder: Schema.String, amount: Schema.BigInt })
export type FeeShare = typeof FeeShare.Type

export const BalanceChange = Schema.Struct({
  /** An address; for what a locker stores, `locker/account`. */
  holder: Schema.String,
  resource: Schema.String,
  amount: Schema.BigInt,
  /** Only for non-fungibles. */
  added: Schema.Array(Schema.String),
  removed: Schema.Array(Schema.String)
})
export type BalanceChange = typeof BalanceChange.Type

/** Events under the ledger's own names. */
export const LedgerEvent = Schema.Struct({
  name: Schema.String,
  emitter: Schema.String,
  resource: Schema.optional(Schema.String),
  amount: Schema.optional(Schema.BigInt),
  ids: Schema.optional(Schema.Array(Schema.String)),
  /** For lockers: the account concerned. */
  account: Schema.optional(Schema.String)
})
export type LedgerEvent = typeof LedgerEvent.Type

export const Receipt = Schema.Struct({
  intentHash: Schema.String,
  version: Schema.Int,
  epoch: Schema.Int,
  /** Seconds since 1970. */
  time: Schema.Int,
  status: Schema.Literal("CommittedSuccess", "CommittedFailure"),
  error: Schema.optional(Schema.String),
  fee: Schema.BigInt,
  feeShares: Schema.Array(FeeShare),
  created: Schema.Array(Schema.String),
  events: Schema.Array(LedgerEvent),
  /** Without fees. */
  balances: Schema.Array(BalanceChange),
  /** Global entities that the transaction affected. */
  affected: Schema.Array(Schema.String),
  /** All its subintents, `subtxid_…`. */
  subintents: Schema.Array(Schema.String),
  /** The notarized transaction as it was submitted. */
  payloadHex: Schema.String
})
export type Receipt = typeof Receipt.Type

/** Fees are reported separately, as if they had never been in the vault. */
export const balanceChanges = (
  differences: ReadonlyArray<Difference<"balance">>,
  fees: ReadonlyArray<FeeShare>,
  xrd: string
): ReadonlyArray<BalanceChange> =>
  differences.flatMap(({ after, before, id }) => {
    const cut = id.lastIndexOf("/")
    const [holder, resource] = [id.slice(0, cut), id.slice(cut + 1)]
    const fee = resource === xrd ? fees.filter((share) => share.holder === holder) : []
    const paid = fee.reduce((sum, { amount }) => sum + amount, 0n)
    const amount = (after?.amount ?? 0n) - (before?.amount ?? 0n) + paid
    const had = new Set(before?.ids)
    const has = new Set(after?.ids)
    const added = [...has].filter((each) => !had.has(each))
    const removed = [...had].filter((each) => !has.has(each))
    return amount === 0n && added.length === 0 && removed.length === 0
      ? []
      : [{ holder, resource, amount, added, removed }]
  })
