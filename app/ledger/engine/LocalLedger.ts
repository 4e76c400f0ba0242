/**
 * LocalLedger: the ledger on a laptop. It takes notarized transactions and answers what became of them; the gateway
 * facade in front of it gives the answers the form of the real gateway's.
 *
 * Real in all but consensus: payloads are decoded, hashed and their signatures checked as on the real ledger. Nothing
 * waits for a round: what is accepted is committed before `submit` answers.
 */
import { bytesToHex } from "@noble/hashes/utils.js"
import { Clock, Effect, Either, Option, Ref, Schema } from "effect"
import { TransactionError } from "../errors"
import { writeHash } from "../hash"
import { LedgerStore } from "../LedgerStore"
import { decodeTransaction, type Transaction } from "../transaction/decode"
import { intentHashV1, intentHashV2 } from "../transaction/hashes"
import type { PreviewV2 } from "../transaction/v2"
import { execute, type Outcome } from "./run/execute"
import { type Plan, planPreview, planV1Transaction, planV2Transaction } from "./run/plan"
import { MemoryRows, type RowChange } from "./state/Draft"
import { genesis } from "./state/genesis"
import { Receipt } from "./state/receipt"
import type { LedgerTime } from "./World"

/** The same prefix and id as Stokenet, so that the product's own code paths run (docs/ledger.md, 3). */
export const LOCAL_NETWORK = 2
export const SECONDS_AN_EPOCH = 300

export interface LedgerState extends LedgerTime {
  readonly version: number
}

/** `isDuplicate`: this very intent was submitted before, and `status` is what became of it then. */
export interface Submitted {
  readonly intentHash: string
  readonly status: Outcome["status"]
  readonly error: string | undefined
  readonly isDuplicate: boolean
}

export interface PreviewFlags {
  readonly useFreeCredit?: boolean
  readonly assumeAllSignatures?: boolean
  readonly skipEpochCheck?: boolean
}

const ReceiptJson = Schema.parseJson(Receipt)
const VERSION_DIGITS = 12
const CLOCK_KEY = "clock/offset"

/** Rows of receipts sort by version. */
export const receiptKey = (version: number): string => `receipt/${String(version).padStart(VERSION_DIGITS, "0")}`
export const readReceipt = (json: string): Receipt => Either.getOrThrow(Schema.decodeEither(ReceiptJson)(json)) // ours

/** `txid_…` of a transaction that could be submitted. */
const intentHashIn = (transaction: Transaction): Option.Option<string> => {
  const named = (hash: Uint8Array) => Option.some(writeHash("txid", hash, LOCAL_NETWORK))
  if (transaction.kind === "notarizedV1") return named(intentHashV1(transaction.body.signedIntent.intent))
  return transaction.kind === "notarizedV2" ? named(intentHashV2(transaction.body.signedIntent.intent)) : Option.none()
}

export class LocalLedger extends Effect.Service<LocalLedger>()("ledger/LocalLedger", {
  effect: Effect.gen(function* () {
    const store = yield* LedgerStore
    const rows = new MemoryRows()
    const known = yield* Ref.make(0)
    const offset = yield* Ref.make(0)
    /** Why intents were rejected; of no consequence to the ledger, so it need not outlive the process. */
    const rejected = yield* Ref.make<ReadonlyMap<string, string>>(new Map())
    const turn = yield* Effect.makeSemaphore(1)

    /** Brings memory up to the store, which others may have written to. */
    const catchUp = Effect.gen(function* () {
      const version = yield* store.version
      const from = yield* Ref.get(known)
      if (version === from) return version
      rows.apply(yield* store.changedSince(from))
      const clock = yield* store.read(CLOCK_KEY)
      yield* Ref.set(offset, Option.match(clock, { onNone: () => 0, onSome: ({ json }) => Number(json) }))
      yield* Ref.set(known, version)
      return version
    })

    const append = (version: number, changes: ReadonlyArray<RowChange>) =>
      Effect.zipRight(store.append(version, changes), catchUp)

    const begin = Effect.gen(function* () {
      if ((yield* store.version) === 0) yield* append(1, genesis(LOCAL_NETWORK))
      else yield* catchUp
    })
    // Another process may have begun the same ledger a moment earlier.
    yield* Effect.catchTag(begin, "VersionTaken", () => catchUp)

    const time: Effect.Effect<LedgerTime> = Effect.gen(function* () {
      const now = Math.floor((yield* Clock.currentTimeMillis) / 1000) + (yield* Ref.get(offset))
      return { now, epoch: Math.floor(now / SECONDS_AN_EPOCH) }
    })

    const state: Effect.Effect<LedgerState> = Effect.gen(function* () {
      const version = yield* catchUp
      return { version, ...(yield* time) }
    })

    const receiptOf = Effect.fn("LocalLedger.receipt")(function* (intentHash: string) {
      yield* catchUp
      const intent = rows.get("intent", intentHash)
      if (intent === undefined) return Option.none<Receipt>()
      return Option.map(yield* store.read(receiptKey(intent.version)), ({ json }) => readReceipt(json))
    })

    const planOf = (transaction: Transaction, options: PreviewFlags & { readonly time: LedgerTime }) => {
      const settings = { networkId: LOCAL_NETWORK, ...options }
      if (transaction.kind === "notarizedV1") return planV1Transaction(transaction.body, settings)
      if (transaction.kind === "notarizedV2") return planV2Transaction(transaction.body, settings)
      return Either.left({ message: "only a notarized transaction can be submitted", isOver: false })
    }

    const reject = (intentHash: string, error: string): Effect.Effect<Submitted> =>
      Effect.as(
        Ref.update(rejected, (all) => new Map(all).set(intentHash, error)),
        { intentHash, status: "PermanentlyRejected", error, isDuplicate: false }
      )

    const commit = Effect.fn("LocalLedger.commit")(function* (plan: Plan, payload: Uint8Array) {
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

    return {
      /** Version, time and epoch, now. */
      state,
      /** Rows as they stand, after whatever anybody committed. */
      rows: Effect.as(catchUp, rows),

      /** Fails for bytes that are no notarized transaction, whose signatures do not hold, or whose time is not now. */
      submit: Effect.fn("LocalLedger.submit")(function* (payload: Uint8Array) {
        const transaction = yield* decodeTransaction(payload)
        const attempt = Effect.gen(function* () {
          yield* catchUp
          const plan = planOf(transaction, { time: yield* time })
          if (Either.isLeft(plan)) {
            const { isOver, message } = plan.left
            if (isOver)
              yield* Effect.forEach(Option.toArray(intentHashIn(transaction)), (hash) => reject(hash, message))
            return yield* new TransactionError({ message })
          }
          return yield* commit(plan.right, payload)
        })
        // The writer that lost the race for a version has caught up by then and tries the next.
        return yield* turn.withPermits(1)(
          Effect.retry(attempt, { while: (error) => error._tag === "VersionTaken", times: 20 })
        )
      }),

      /** What a transaction would do. Changes nothing. */
      preview: Effect.fn("LocalLedger.preview")(function* (given: PreviewV2, flags: PreviewFlags = {}) {
        const version = (yield* catchUp) + 1
        const at = yield* time
        const options = { networkId: LOCAL_NETWORK, time: at, ...flags }
        const plan = planPreview(given.intent, given.signers, given.subintentSigners, options)
        if (Either.isLeft(plan)) return yield* new TransactionError({ message: plan.left.message })
        return execute(rows, plan.right, { ...options, version })
      }),

      receipt: receiptOf,
      /** Why an intent was rejected, as long as the process remembers. */
      rejection: (intentHash: string) =>
        Effect.map(Ref.get(rejected), (all) => Option.fromNullable(all.get(intentHash))),
      /** The version and the intent that finalized a subintent. */
      subintent: (hash: string) => Effect.map(catchUp, () => Option.fromNullable(rows.get("subintent", hash))),

      /** Moves the clock ahead; it never goes back. */
      advance: Effect.fn("LocalLedger.advance")(function* (seconds: number) {
        const move = Effect.gen(function* () {
          const version = yield* catchUp
          const next = (yield* Ref.get(offset)) + Math.max(0, Math.floor(seconds))
          yield* append(version + 1, [{ key: CLOCK_KEY, json: String(next) }])
        })
        const persistent = Effect.retry(move, { while: (error) => error._tag === "VersionTaken", times: 20 })
        yield* turn.withPermits(1)(Effect.orDie(persistent))
        return yield* state
      })
    }
  })
}) {}
