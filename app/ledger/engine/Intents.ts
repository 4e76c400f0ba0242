/** Results of intents: committed with a receipt, or rejected. */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Effect, Either, Option, Ref, Schema } from "effect"
import { LedgerStore } from "../LedgerStore"
import { LedgerMemory, LOCAL_NETWORK } from "./LedgerMemory"
import { execute, type Outcome } from "./run/execute"
import type { Plan } from "./run/plan"
import { Receipt } from "./state/receipt"

/** `isDuplicate`: this intent was submitted before, and `status` is its result then. */
export interface Submitted {
  readonly intentHash: string
  readonly status: Outcome["status"]
  readonly error: string | undefined
  readonly isDuplicate: boolean
}

const ReceiptJson = Schema.parseJson(Receipt)
const VERSION_DIGITS = 12

/** Receipt keys sort by version. */
export const receiptKey = (version: number): string => `receipt/${String(version).padStart(VERSION_DIGITS, "0")}`
export const readReceipt = (json: string): Receipt => Either.getOrThrow(Schema.decodeEither(ReceiptJson)(json)) // written by us

export const makeIntents = Effect.gen(function* () {
  const store = yield* LedgerStore
  const { append, catchUp, rows, time } = yield* LedgerMemory
  /** Reasons of rejected intents. They do not affect the ledger, so they are only kept in memory. */
  const rejected = yield* Ref.make<ReadonlyMap<string, string>>(new Map())

  const receiptOf = Effect.fn("Intents.receiptOf")(function* (intentHash: string) {
    yield* catchUp
    const intent = rows.get("intent", intentHash)
    if (intent === undefined) return Option.none<Receipt>()
    return Option.map(yield* store.read(receiptKey(intent.version)), ({ json }) => readReceipt(json))
  })

  const reject = (intentHash: string, error: string): Effect.Effect<Submitted> =>
    Effect.as(
      Ref.update(rejected, (all) => new Map(all).set(intentHash, error)),
      { intentHash, status: "PermanentlyRejected", error, isDuplicate: false }
    )

  const commit = Effect.fn("Intents.commit")(function* (plan: Plan, payload: Uint8Array) {
    const before = yield* receiptOf(plan.intentHash)
    if (Option.isSome(before)) {
      const { error, status } = before.value
      return { intentHash: plan.intentHash, status, error, isDuplicate: true } satisfies Submitted
    }
    const version = (yield* catchUp) + 1
    const at = yield* time
    const outcome = execute(rows, plan, { networkId: LOCAL_NETWORK, time: at, version })
    if (outcome.status === "PermanentlyRejected") return yield* reject(plan.intentHash, outcome.error)
    const { changes, error, ...rest } = outcome
    const receipt: Receipt = {
      ...rest,
      ...(error === undefined ? {} : { error }),
      intentHash: plan.intentHash,
      version,
      epoch: at.epoch,
      time: at.now,
      subintents: plan.subintents,
      payloadHex: bytesToHex(payload)
    }
    const row = { key: receiptKey(version), json: Schema.encodeSync(ReceiptJson)(receipt) }
    yield* append(version, [...changes, row])
    return { intentHash: plan.intentHash, status: outcome.status, error, isDuplicate: false } satisfies Submitted
  })

  const rejection = (intentHash: string) =>
    Effect.map(Ref.get(rejected), (all) => Option.fromNullable(all.get(intentHash)))

  return { receiptOf, reject, rejection, commit }
})
