/** The paths below /transaction: submitting a transaction, its status, and the stream of all transactions. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Option, Schema } from "effect"
import { LocalLedger, type Receipt } from "~/ledger/index"
import { PageRequest, pageOf } from "./paging.server"
import { knownPayload, OptIns, transactionJson } from "./receipts.server"
import { checkHash, invalidFields, maybe, readRequest, unknownTransaction } from "./refusal.server"
import type { Submission } from "./submission.server"
import { AtLedgerState, type Views } from "./view.server"

const Hex = Schema.String.pipe(Schema.pattern(/^(?:[0-9a-fA-F]{2})+$/))
const StatusRequest = Schema.Struct({ intent_hash: Schema.String })
const SubintentRequest = Schema.Struct({ subintent_hash: Schema.String })
const SubmitRequest = Schema.Struct({ notarized_transaction_hex: Hex })
const CommittedRequest = Schema.Struct({ intent_hash: Schema.String, opt_ins: OptIns, ...AtLedgerState })
const StreamRequest = Schema.Struct({
  order: maybe(Schema.Literal("Asc", "Desc")),
  from_ledger_state: AtLedgerState.at_ledger_state,
  affected_global_entities_filter: maybe(Schema.Array(Schema.String)),
  kind_filter: maybe(Schema.Literal("User", "All")),
  opt_ins: OptIns,
  ...PageRequest,
  ...AtLedgerState
})

/**
 * Filters of the real gateway that are missing here are refused, because a stream that ignores one returns too much.
 */
const STREAM_FIELDS = new Set(Object.keys(StreamRequest.fields))
const unknownFilters = (body: unknown) =>
  typeof body === "object" && body !== null
    ? Object.keys(body).filter((key) => key.endsWith("_filter") && !STREAM_FIELDS.has(key))
    : []

const DESCRIPTIONS = {
  Unknown: "No status is known for this transaction.",
  CommittedSuccess: "The transaction has been committed to the ledger.",
  CommittedFailure: "The transaction has been committed to the ledger as a failure.",
  Rejected: "The transaction has been permanently rejected.",
  Pending: "The transaction has been accepted and waits to be committed."
}

type Status = keyof typeof DESCRIPTIONS

/** A committed transaction has a receipt; another one may have been rejected, with a reason. */
const statusJson = (status: Status, receipt: Receipt | undefined, rejection: string | undefined) => {
  const error = receipt === undefined ? rejection : receipt.error
  return {
    status,
    intent_status: status === "Rejected" ? "PermanentlyRejected" : status,
    intent_status_description: DESCRIPTIONS[status],
    known_payloads: receipt === undefined ? [] : [knownPayload(receipt)],
    ...(receipt === undefined ? {} : { committed_state_version: receipt.version }),
    ...(error === undefined ? {} : { error_message: error })
  }
}

const subintentJson = (found: { readonly version: number; readonly intentHash: string } | undefined) =>
  found === undefined
    ? { subintent_status: "Unknown", subintent_status_description: "The subintent is not known." }
    : {
        subintent_status: "CommittedSuccess",
        subintent_status_description: "The subintent was committed with its transaction.",
        finalized_at_state_version: found.version,
        finalized_at_transaction_intent_hash: found.intentHash
      }

export const makeTransactionHandlers = (views: Views, submission: Submission) =>
  Effect.gen(function* () {
    const ledger = yield* LocalLedger

    return {
      "transaction/construction": () => Effect.map(views.now, ({ ledger_state }) => ({ ledger_state })),
      "transaction/submit": Effect.fn("transactionHandlers.submit")(function* (body: unknown) {
        const { notarized_transaction_hex } = yield* readRequest(SubmitRequest, body)
        return { duplicate: yield* submission.submit(hexToBytes(notarized_transaction_hex)) }
      }),

      "transaction/status": Effect.fn("transactionHandlers.status")(function* (body: unknown) {
        const { intent_hash } = yield* readRequest(StatusRequest, body)
        yield* checkHash("txid", "intent_hash", intent_hash)
        const { ledger_state } = yield* views.now
        const receipt = Option.getOrUndefined(yield* ledger.receipt(intent_hash))
        const rejection = Option.getOrUndefined(yield* submission.rejection(intent_hash))
        const waits = (yield* submission.isWaiting(intent_hash)) ? "Pending" : "Unknown"
        const status = receipt?.status ?? (rejection === undefined ? waits : "Rejected")
        return { ledger_state, ...statusJson(status, receipt, rejection) }
      }),

      "transaction/subintent-status": Effect.fn("transactionHandlers.subintentStatus")(function* (body: unknown) {
        const { subintent_hash } = yield* readRequest(SubintentRequest, body)
        yield* checkHash("subtxid", "subintent_hash", subintent_hash)
        const { ledger_state } = yield* views.now
        const found = Option.getOrUndefined(yield* ledger.subintent(subintent_hash))
        return { ledger_state, ...subintentJson(found) }
      }),

      "transaction/committed-details": Effect.fn("transactionHandlers.committedDetails")(function* (body: unknown) {
        const { at_ledger_state, intent_hash, opt_ins } = yield* readRequest(CommittedRequest, body)
        yield* checkHash("txid", "intent_hash", intent_hash)
        const view = yield* views.at(at_ledger_state)
        const receipt = Option.getOrUndefined(yield* ledger.receipt(intent_hash))
        if (receipt === undefined || receipt.version > view.version) return yield* unknownTransaction(intent_hash)
        return { ledger_state: view.ledger_state, transaction: transactionJson(receipt, opt_ins) }
      }),

      "stream/transactions": Effect.fn("transactionHandlers.stream")(function* (body: unknown) {
        const asked = yield* readRequest(StreamRequest, body)
        const filters = unknownFilters(body)
        if (filters.length > 0) {
          return yield* invalidFields(filters.map((name) => [name, "This filter is not in the local subset."] as const))
        }
        const view = yield* views.at(asked.at_ledger_state)
        const wanted = asked.affected_global_entities_filter ?? []
        const found = (yield* view.receipts(yield* views.from(asked.from_ledger_state))).filter(({ affected }) =>
          wanted.every((address) => affected.includes(address))
        )
        const ordered = asked.order === "Asc" ? found : found.toReversed()
        const { items, total_count: _, ...page } = yield* pageOf(ordered, asked)
        return {
          ledger_state: view.ledger_state,
          ...page,
          items: items.map((receipt) => transactionJson(receipt, asked.opt_ins))
        }
      })
    }
  })
