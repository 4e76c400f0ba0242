/** The paths below /transaction that take a transaction and tell what became of it, and the stream of all of them. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Effect, Option, Ref, Schema } from "effect"
import { LedgerStore, LocalLedger, type Receipt } from "~/ledger/index"
import { Faults } from "../Faults.server"
import { failureRows, intentHashOf } from "./failOnPurpose.server"
import { PageRequest, pageOf } from "./paging.server"
import { knownPayload, OptIns, transactionJson } from "./receipts.server"
import { checkHash, invalidTransaction, maybe, readRequest, unknownTransaction } from "./refusal.server"
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
  opt_ins: OptIns,
  ...PageRequest,
  ...AtLedgerState
})

const ON_PURPOSE = "failed on purpose, as asked at /local/faults"

const DESCRIPTIONS = {
  Unknown: "No status is known for this transaction.",
  CommittedSuccess: "The transaction has been committed to the ledger.",
  CommittedFailure: "The transaction has been committed to the ledger as a failure.",
  Rejected: "The transaction has been permanently rejected."
}

export const makeTransactionHandlers = (views: Views) =>
  Effect.gen(function* () {
    const ledger = yield* LocalLedger
    const store = yield* LedgerStore
    const faults = yield* Faults
    /** Rejected on purpose; the ledger itself never saw them. */
    const rejected = yield* Ref.make<ReadonlyMap<string, string>>(new Map())

    const submit = Effect.fn("LocalGateway.submit")(function* (body: unknown) {
      const { notarized_transaction_hex } = yield* readRequest(SubmitRequest, body)
      const bytes = hexToBytes(notarized_transaction_hex)
      const refused = (error: { readonly message: string }) => invalidTransaction(error.message)
      const fate = yield* faults.takeNextTransaction
      if (fate !== null) {
        const intentHash = yield* Effect.mapError(intentHashOf(bytes), refused)
        if (fate === "Rejected") yield* Ref.update(rejected, (all) => new Map(all).set(intentHash, ON_PURPOSE))
        else {
          const commit = Effect.gen(function* () {
            const { epoch, now, version } = yield* ledger.state
            const rows = failureRows({ intentHash, version: version + 1, epoch, now, error: ON_PURPOSE, bytes })
            yield* store.append(version + 1, rows)
          })
          yield* Effect.orDie(Effect.retry(commit, { times: 20 }))
        }
        return { duplicate: false }
      }
      const { isDuplicate } = yield* Effect.catchAll(ledger.submit(bytes), (error) =>
        error._tag === "VersionTaken" ? Effect.die(error) : refused(error)
      )
      return { duplicate: isDuplicate }
    })

    const rejectionOf = (intentHash: string) =>
      Effect.flatMap(Ref.get(rejected), (all) =>
        all.has(intentHash) ? Effect.succeed(Option.fromNullable(all.get(intentHash))) : ledger.rejection(intentHash)
      )

    const committed = (asked: string, receipt: Receipt, at: number) =>
      receipt.version <= at ? Effect.succeed(receipt) : unknownTransaction(asked)

    return {
      "transaction/construction": () => Effect.map(views.now, ({ ledger_state }) => ({ ledger_state })),
      "transaction/submit": submit,

      "transaction/status": Effect.fn("LocalGateway.status")(function* (body: unknown) {
        const { intent_hash } = yield* readRequest(StatusRequest, body)
        yield* checkHash("txid", "intent_hash", intent_hash)
        const { ledger_state } = yield* views.now
        const receipt = Option.getOrUndefined(yield* ledger.receipt(intent_hash))
        const rejection = Option.getOrUndefined(yield* rejectionOf(intent_hash))
        const status = receipt?.status ?? (rejection === undefined ? "Unknown" : "Rejected")
        const error = receipt?.error ?? (receipt === undefined ? rejection : undefined)
        return {
          ledger_state,
          status,
          intent_status: status === "Rejected" ? "PermanentlyRejected" : status,
          intent_status_description: DESCRIPTIONS[status],
          known_payloads: receipt === undefined ? [] : [knownPayload(receipt)],
          ...(receipt === undefined ? {} : { committed_state_version: receipt.version }),
          ...(error === undefined ? {} : { error_message: error })
        }
      }),

      "transaction/subintent-status": Effect.fn("LocalGateway.subintentStatus")(function* (body: unknown) {
        const { subintent_hash } = yield* readRequest(SubintentRequest, body)
        yield* checkHash("subtxid", "subintent_hash", subintent_hash)
        const { ledger_state } = yield* views.now
        const found = Option.getOrUndefined(yield* ledger.subintent(subintent_hash))
        return {
          ledger_state,
          subintent_status: found === undefined ? "Unknown" : "CommittedSuccess",
          subintent_status_description:
            found === undefined ? "The subintent is not known." : "The subintent was committed with its transaction.",
          ...(found === undefined
            ? {}
            : {
                finalized_at_state_version: found.version,
                finalized_at_transaction_intent_hash: found.intentHash
              })
        }
      }),

      "transaction/committed-details": Effect.fn("LocalGateway.committedDetails")(function* (body: unknown) {
        const { at_ledger_state, intent_hash, opt_ins } = yield* readRequest(CommittedRequest, body)
        yield* checkHash("txid", "intent_hash", intent_hash)
        const view = yield* views.at(at_ledger_state)
        const found = yield* ledger.receipt(intent_hash)
        if (Option.isNone(found)) return yield* unknownTransaction(intent_hash)
        const receipt = yield* committed(intent_hash, found.value, view.version)
        return { ledger_state: view.ledger_state, transaction: transactionJson(receipt, opt_ins) }
      }),

      "stream/transactions": Effect.fn("LocalGateway.stream")(function* (body: unknown) {
        const asked = yield* readRequest(StreamRequest, body)
        const view = yield* views.at(asked.at_ledger_state)
        const from = (yield* views.at(asked.from_ledger_state ?? { state_version: 0 })).version
        const wanted = asked.affected_global_entities_filter ?? []
        const found = (yield* view.receipts).filter(
          ({ affected, version }) => version >= from && wanted.every((address) => affected.includes(address))
        )
        const ordered = asked.order === "Asc" ? found : found.toReversed()
        const page = yield* pageOf(ordered, asked)
        return {
          ledger_state: view.ledger_state,
          ...page,
          items: page.items.map((receipt) => transactionJson(receipt, asked.opt_ins))
        }
      })
    }
  })
