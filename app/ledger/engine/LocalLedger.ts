/**
 * LocalLedger: a ledger that runs on a laptop. It accepts notarized transactions and returns their results; the gateway
 * facade in front converts them to the real gateway's format.
 *
 * Real except for consensus: payloads are decoded and hashed and their signatures verified as on the real ledger. There
 * are no rounds: an accepted transaction is committed before `submit` returns.
 */
import { Effect, Either, Option } from "effect"
import { TransactionError } from "../errors"
import { writeHash } from "../hash"
import { decodeTransaction, type Transaction } from "../transaction/decode"
import { intentHashV1, intentHashV2 } from "../transaction/hashes"
import type { PreviewV2 } from "../transaction/v2"
import { makeIntents } from "./Intents"
import { CLOCK_KEY, LedgerMemory, LOCAL_NETWORK } from "./LedgerMemory"
import { execute } from "./run/execute"
import { planPreview, planV1Transaction, planV2Transaction } from "./run/plan"
import type { LedgerTime } from "./World"

export interface PreviewFlags {
  readonly useFreeCredit?: boolean
  readonly assumeAllSignatures?: boolean
  readonly skipEpochCheck?: boolean
}

/** `txid_…` of a transaction that can be submitted. */
const intentHashIn = (transaction: Transaction): Option.Option<string> => {
  const named = (hash: Uint8Array) => Option.some(writeHash("txid", hash, LOCAL_NETWORK))
  if (transaction.kind === "notarizedV1") return named(intentHashV1(transaction.body.signedIntent.intent))
  return transaction.kind === "notarizedV2" ? named(intentHashV2(transaction.body.signedIntent.intent)) : Option.none()
}

const planOf = (transaction: Transaction, options: PreviewFlags & { readonly time: LedgerTime }) => {
  const settings = { networkId: LOCAL_NETWORK, ...options }
  if (transaction.kind === "notarizedV1") return planV1Transaction(transaction.body, settings)
  if (transaction.kind === "notarizedV2") return planV2Transaction(transaction.body, settings)
  return Either.left({ message: "only a notarized transaction can be submitted", isOver: false })
}

export class LocalLedger extends Effect.Service<LocalLedger>()("ledger/LocalLedger", {
  dependencies: [LedgerMemory.Default],
  effect: Effect.gen(function* () {
    const { append, catchUp, clockOffset, rows, state, time } = yield* LedgerMemory
    const { commit, receiptOf, reject, rejection } = yield* makeIntents
    const turn = yield* Effect.makeSemaphore(1)

    return {
      /** Current version, time and epoch. */
      state,
      /** Current rows, including what other processes committed. */
      rows: Effect.as(catchUp, rows),

      /**
       * Fails for bytes that are not a notarized transaction, for invalid signatures, and outside the transaction's
       * time window.
       */
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
        // A writer that lost the race for a version has caught up by now and tries the next one.
        return yield* turn.withPermits(1)(
          Effect.retry(attempt, { while: (error) => error._tag === "VersionTaken", times: 20 })
        )
      }),

      /** Executes a transaction without changing anything. */
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
      rejection,
      /** Version and intent that finalized a subintent. */
      subintent: (hash: string) => Effect.map(catchUp, () => Option.fromNullable(rows.get("subintent", hash))),

      /** Moves the clock ahead; it can never go back. */
      advance: Effect.fn("LocalLedger.advance")(function* (seconds: number) {
        const move = Effect.gen(function* () {
          const version = yield* catchUp
          const next = (yield* clockOffset) + Math.max(0, Math.floor(seconds))
          yield* append(version + 1, [{ key: CLOCK_KEY, json: String(next) }])
        })
        const persistent = Effect.retry(move, { while: (error) => error._tag === "VersionTaken", times: 20 })
        yield* turn.withPermits(1)(Effect.orDie(persistent))
        return yield* state
      })
    }
  })
}) {}
