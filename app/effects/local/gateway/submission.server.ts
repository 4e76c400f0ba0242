/**
 * Submits a transaction; usually it is committed immediately. If /local/faults says so, the next one fails, is
 * rejected, or is accepted and committed a minute later; moving the clock ends that wait.
 */
import { Clock, Effect, Option, Ref } from "effect"
import { LedgerStore, LocalLedger, type TransactionError } from "~/ledger/index"
import { Faults } from "../Faults.server"
import { failureRows, intentHashOf } from "./failOnPurpose.server"
import { invalidTransaction } from "./refusal.server"

const ON_PURPOSE = "failed on purpose, as asked at /local/faults"
/** Milliseconds for which such a transaction stays pending. */
const PENDING = 60_000

interface Waiting {
  readonly bytes: Uint8Array
  readonly until: number
}

const refused = (error: Pick<TransactionError, "message">) => invalidTransaction(error.message)

/** Accepted transactions that are not committed yet, in memory. */
const makePending = Effect.map(Ref.make<ReadonlyMap<string, Waiting>>(new Map()), (waiting) => ({
  has: (intentHash: string) => Effect.map(Ref.get(waiting), (all) => all.has(intentHash)),

  hold: (intentHash: string, bytes: Uint8Array) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Ref.update(waiting, (all) => new Map(all).set(intentHash, { bytes, until: now + PENDING }))
    ),

  /** Transactions that have waited long enough; each is returned once. */
  takeDue: Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Ref.modify(waiting, (all) => {
      const due = [...all].filter(([, { until }]) => until <= now)
      return [due, due.length === 0 ? all : new Map([...all].filter(([, { until }]) => until > now))]
    })
  )
}))

export const makeSubmission = Effect.gen(function* () {
  const ledger = yield* LocalLedger
  const store = yield* LedgerStore
  const faults = yield* Faults
  /** Rejected on purpose, without reaching the ledger. */
  const rejected = yield* Ref.make<ReadonlyMap<string, string>>(new Map())
  const pending = yield* makePending
  const reject = (intentHash: string, message: string) =>
    Ref.update(rejected, (all) => new Map(all).set(intentHash, message))

  const commit = (bytes: Uint8Array) =>
    Effect.catchAll(ledger.submit(bytes), (error) =>
      error._tag === "VersionTaken" ? Effect.die(error) : refused(error)
    )

  const fail = (intentHash: string, bytes: Uint8Array) =>
    Effect.gen(function* () {
      const { epoch, now, version } = yield* ledger.state
      const rows = failureRows({ intentHash, version: version + 1, epoch, now, error: ON_PURPOSE, bytes })
      yield* store.append(version + 1, rows)
    }).pipe(Effect.retry({ times: 20 }), Effect.orDie)

  /** Commits what has waited long enough, or rejects it if it is invalid by then. */
  const settle = Effect.flatMap(pending.takeDue, (due) =>
    Effect.forEach(due, ([intentHash, { bytes }]) =>
      Effect.catchAll(commit(bytes), ({ message }) => reject(intentHash, message))
    )
  )

  return {
    settle,
    isWaiting: pending.has,
    rejection: (intentHash: string) =>
      Effect.flatMap(Ref.get(rejected), (all) =>
        all.has(intentHash) ? Effect.succeed(Option.fromNullable(all.get(intentHash))) : ledger.rejection(intentHash)
      ),

    /** True if the network already had it. */
    submit: Effect.fn("submission.submit")(function* (bytes: Uint8Array) {
      yield* settle
      const intentHash = yield* Effect.mapError(intentHashOf(bytes), refused)
      if (yield* pending.has(intentHash)) return true
      // A committed transaction stays so; the set result is for a new transaction, not for one that is submitted again.
      if (Option.isSome(yield* ledger.receipt(intentHash))) return true
      const fate = yield* faults.takeNextTransaction
      switch (fate) {
        case null:
          return (yield* commit(bytes)).isDuplicate
        case "CommittedFailure":
          yield* fail(intentHash, bytes)
          return false
        case "Rejected":
          yield* reject(intentHash, ON_PURPOSE)
          return false
        case "Pending":
          yield* pending.hold(intentHash, bytes)
          return false
      }
    })
  }
})
export type Submission = Effect.Effect.Success<typeof makeSubmission>
