/** Rows of a transaction that fails because /local/faults says so; nobody pays its fee. Pure. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Either, Option, Schema } from "effect"
import { NETWORK_ID } from "~/effects/base/settings/networks"
import { intentsIn } from "~/effects/chain/ledger/committed"
import {
  decodeTransaction,
  intentHashV1,
  intentHashV2,
  type Receipt,
  type RowChange,
  receiptKey,
  rowKey,
  TABLES,
  TransactionError,
  writeHash
} from "~/ledger/index"

export const intentHashOf = (payload: Uint8Array): Either.Either<string, TransactionError> =>
  Either.flatMap(decodeTransaction(payload), (transaction) => {
    const named = (hash: Uint8Array) => Either.right(writeHash("txid", hash, NETWORK_ID))
    if (transaction.kind === "notarizedV1") return named(intentHashV1(transaction.body.signedIntent.intent))
    if (transaction.kind === "notarizedV2") return named(intentHashV2(transaction.body.signedIntent.intent))
    return Either.left(new TransactionError({ message: "only a notarized transaction can be submitted" }))
  })

interface Failure {
  readonly intentHash: string
  readonly version: number
  readonly epoch: number
  /** Seconds since 1970. */
  readonly now: number
  readonly error: string
  readonly bytes: Uint8Array
}

const FEE_LOCKS: ReadonlySet<string> = new Set(["lock_fee", "lock_contingent_fee"])

/** The account that locks the fee, which on the real ledger too is all that a failed transaction touches. */
const feeLockers = (payloadHex: string): ReadonlyArray<string> => {
  const intents = Option.getOrElse(intentsIn(payloadHex), () => [])
  const callees = intents.flatMap(({ manifest }) =>
    manifest.instructions.flatMap(({ args: [callee, method], name }) =>
      name === "CALL_METHOD" && callee?.kind === "Address" && method?.kind === "String" && FEE_LOCKS.has(method.value)
        ? [callee.address]
        : []
    )
  )
  return [...new Set(callees)]
}

export const failureRows = ({ bytes, epoch, error, intentHash, now, version }: Failure): ReadonlyArray<RowChange> => {
  const payloadHex = bytesToHex(bytes)
  // Like the ledger's receipts, with amounts as text; here there are none.
  const receipt: Omit<Receipt, "fee"> & { readonly fee: string } = {
    intentHash,
    version,
    epoch,
    time: now,
    status: "CommittedFailure",
    error,
    fee: "0",
    feeShares: [],
    created: [],
    events: [],
    balances: [],
    affected: feeLockers(payloadHex),
    subintents: [],
    payloadHex
  }
  return [
    { key: rowKey("intent", intentHash), json: Schema.encodeSync(TABLES.intent)({ intentHash, version }) },
    { key: receiptKey(version), json: JSON.stringify(receipt) }
  ]
}
