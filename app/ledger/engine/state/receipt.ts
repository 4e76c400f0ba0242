/** What a committed transaction leaves to be read: its end, its price, and who has more or less after it. */
import { Schema } from "effect"
import type { Difference } from "./Draft"

export const FeeShare = Schema.Struct({ holder: Schema.String, amount: Schema.BigInt })
export type FeeShare = typeof FeeShare.Type

export const BalanceChange = Schema.Struct({
  /** An address; for what a locker keeps, `locker/account`. */
  holder: Schema.String,
  resource: Schema.String,
  amount: Schema.BigInt,
  /** Of non-fungibles only. */
  added: Schema.Array(Schema.String),
  removed: Schema.Array(Schema.String)
})
export type BalanceChange = typeof BalanceChange.Type

/** What happened, in the ledger's own words. */
export const LedgerEvent = Schema.Struct({
  name: Schema.String,
  emitter: Schema.String,
  resource: Schema.optional(Schema.String),
  amount: Schema.optional(Schema.BigInt),
  ids: Schema.optional(Schema.Array(Schema.String)),
  /** For lockers: on whose behalf. */
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
  /** Global entities the transaction had to do with. */
  affected: Schema.Array(Schema.String),
  /** All its subintents, `subtxid_…`. */
  subintents: Schema.Array(Schema.String),
  /** The notarized transaction as it was submitted. */
  payloadHex: Schema.String
})
export type Receipt = typeof Receipt.Type

/** Fees are told apart, as if they had never been in the vault. */
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
