/** What became of transactions, what they changed, and what one would do. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Option, Schedule } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import { amountOf, formatAmount, NOTHING } from "~/ledger/index"
import { type Ask, timeOf, unasked } from "./asking.server"
import { committedOf } from "./committed"
import type { CommittedDetails, Preview, SubintentState, TransactionPage, TransactionState } from "./facts"
import * as Reply from "./replies"

const FINAL: ReadonlySet<Reply.IntentStatus> = new Set(["CommittedSuccess", "CommittedFailure", "PermanentlyRejected"])

/** All that a proof needs (docs/ledger.md, 0, "prove it"). */
const OPT_INS = {
  raw_hex: true,
  receipt_state_changes: true,
  affected_global_entities: true,
  balance_changes: true
}
/** A fresh transaction may be missing on one of the gateway's machines, or not be counted yet, for some seconds. */
const lagging = Schedule.intersect(Schedule.spaced("700 millis"), Schedule.recurs(3))

export interface PreviewOptions {
  /** Previews do without funds for the fee; the fee is told all the same. */
  readonly useFreeCredit?: boolean
  readonly assumeAllSignatures?: boolean
}
export interface Signatory {
  readonly curve: "curve25519" | "secp256k1"
  /** Hex. */
  readonly publicKey: string
}
export interface StreamOptions {
  /** From this state version on, the oldest first. */
  readonly from: number
  /** Only transactions that had to do with this entity. */
  readonly affected?: string
  readonly cursor?: string
  readonly limit?: number
}

const flagsOf = (options: PreviewOptions) => ({
  use_free_credit: options.useFreeCredit ?? true,
  assume_all_signature_proofs: options.assumeAllSignatures ?? false,
  skip_epoch_check: false
})

const FEE_PARTS = [
  "xrd_total_execution_cost",
  "xrd_total_finalization_cost",
  "xrd_total_royalty_cost",
  "xrd_total_storage_cost",
  "xrd_total_tipping_cost"
] as const

const previewOf = ({ receipt }: typeof Reply.PreviewReply.Type): Preview => {
  const { error_message, fee_summary: summary, status } = receipt
  const units = summary?.execution_cost_units_consumed
  return {
    status,
    error: Option.fromNullable(error_message),
    fee: formatAmount(FEE_PARTS.reduce((sum, part) => sum + amountOf(summary?.[part] ?? NOTHING), 0n)),
    ...(typeof units === "number" && { executionUnits: units })
  }
}

export const transactionReadings = (ask: Ask) => {
  const committedOnce = Effect.fn("Ledger.committedOnce")(function* (intentHash: string) {
    const body = { intent_hash: intentHash, opt_ins: OPT_INS }
    const reply = yield* ask("/transaction/committed-details", body, Reply.CommittedReply, intentHash)
    const transaction = committedOf(reply.transaction)
    if (Option.isNone(transaction)) return yield* new GatewayDown({})
    return { time: timeOf(reply), transaction: transaction.value } satisfies CommittedDetails
  })

  return {
    /** Where a transaction is now. An unknown one has a status, too. */
    status: Effect.fn("Ledger.status")(function* (intentHash: string) {
      const reply = yield* ask("/transaction/status", { intent_hash: intentHash }, Reply.StatusReply, intentHash)
      return {
        time: timeOf(reply),
        intentHash,
        status: reply.intent_status,
        isFinal: FINAL.has(reply.intent_status),
        stateVersion: Option.fromNullable(reply.committed_state_version),
        error: Option.fromNullable(reply.error_message)
      } satisfies TransactionState
    }),

    subintentStatus: Effect.fn("Ledger.subintentStatus")(function* (subintentHash: string) {
      const body = { subintent_hash: subintentHash }
      const reply = yield* ask("/transaction/subintent-status", body, Reply.SubintentReply, subintentHash)
      const { finalized_at_state_version: stateVersion, finalized_at_transaction_intent_hash: intentHash } = reply
      return {
        time: timeOf(reply),
        finalizedBy:
          stateVersion == null || intentHash == null ? Option.none() : Option.some({ intentHash, stateVersion })
      } satisfies SubintentState
    }),

    /** Hands over a notarized transaction. The same bytes commit once at most, so trying again is safe. */
    submit: Effect.fn("Ledger.submit")(function* (notarized: Uint8Array) {
      const body = { notarized_transaction_hex: bytesToHex(notarized) }
      const { duplicate } = yield* ask("/transaction/submit", body, Reply.SubmitReply)
      return { isDuplicate: duplicate }
    }),

    /** What a committed transaction did, with its instructions decoded from its own bytes. */
    committedDetails: Effect.fn("Ledger.committedDetails")(function* (intentHash: string) {
      return yield* Effect.retry(committedOnce(intentHash), {
        schedule: lagging,
        while: (error) =>
          error._tag === "UnknownOnLedger" || (error._tag === "GatewayDown" && error.cause === undefined)
      })
    }),

    /** Transactions from a state version on, the oldest first; one page. The indexer's cursor is a state version. */
    transactions: Effect.fn("Ledger.transactions")(function* ({ affected, cursor, from, limit }: StreamOptions) {
      const body = {
        order: "Asc",
        kind_filter: "User",
        from_ledger_state: { state_version: from },
        limit_per_page: limit ?? 100,
        opt_ins: OPT_INS,
        ...(affected === undefined ? {} : { affected_global_entities_filter: [affected] }),
        ...(cursor === undefined ? {} : { cursor })
      }
      const reply = yield* ask("/stream/transactions", body, Reply.StreamReply, affected)
      const transactions = reply.items.map(committedOf)
      // One that is not counted yet ends the page: whoever follows comes back for it.
      const known = Option.all(transactions)
      if (Option.isNone(known)) return yield* new GatewayDown({})
      return {
        time: timeOf(reply),
        transactions: known.value,
        cursor: Option.fromNullable(reply.next_cursor)
      } satisfies TransactionPage
    }),

    /** Tries a compiled preview transaction (`encodeTransaction({ kind: "previewV2", … })`). Commits nothing. */
    previewV2: Effect.fn("Ledger.previewV2")(function* (preview: Uint8Array, options: PreviewOptions = {}) {
      const body = {
        preview_transaction: { type: "Compiled", preview_transaction_hex: bytesToHex(preview) },
        flags: flagsOf(options),
        opt_ins: { core_api_receipt: true }
      }
      return previewOf(yield* ask("/transaction/preview-v2", body, Reply.PreviewReply))
    }),

    /** Tries what a wallet would be asked to sign; tells the fee. `signers`: whose keys would sign. */
    previewManifest: Effect.fn("Ledger.previewManifest")(function* (
      manifest: string,
      signers: ReadonlyArray<Signatory>,
      options: PreviewOptions = {}
    ) {
      const { ledger_state } = yield* unasked(ask("/transaction/construction", {}, Reply.ConstructionReply))
      const body = {
        manifest,
        start_epoch_inclusive: ledger_state.epoch,
        end_epoch_exclusive: ledger_state.epoch + 2,
        nonce: 1,
        tip_percentage: 0,
        notary_is_signatory: false,
        signer_public_keys: signers.map(({ curve, publicKey }) => ({
          key_type: curve === "curve25519" ? "EddsaEd25519" : "EcdsaSecp256k1",
          key_hex: publicKey
        })),
        flags: flagsOf(options)
      }
      return previewOf(yield* ask("/transaction/preview", body, Reply.PreviewReply))
    })
  }
}
