/**
 * Checks prepared transactions on the ledger, without trusting the client.
 *
 * A page that names a transaction only says where to look; the ledger's status and `TransactionProofs` decide. Any number of
 * servers may check any number of times.
 */
import { Clock, Duration, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { fingerprintOf } from "./fingerprint"
import { PreparedTransactions } from "./PreparedTransactions.server"
import { isOver, type Step } from "./Step"
import { ADOPTABLE, TransactionProofs } from "./TransactionProofs.server"

/** Status of a prepared transaction on the ledger, and its confirmation once it is committed. */
const makeTransactionProgress = Effect.gen(function* () {
  const ledger = yield* Ledger
  const proofs = yield* TransactionProofs

  /** Decides nothing while the committed transaction cannot be read yet. */
  const settle = Effect.fnUntraced(function* (step: Step, txId: string) {
    const unread = () => Effect.succeedNone
    const found = yield* ledger
      .committedDetails(txId)
      .pipe(Effect.asSome, Effect.catchTags({ UnknownOnLedger: unread, LedgerRefused: unread }))
    if (Option.isSome(found)) yield* proofs.settle(step, found.value.transaction)
  })

  /** None if the ledger does not know it. */
  const statusOf = (given: Step, txId: string) =>
    ledger.status(txId).pipe(
      Effect.map(Option.some),
      Effect.catchTags({
        UnknownOnLedger: () => Effect.succeedNone,
        // The ledger refuses the ID itself, so it did not come from a wallet.
        LedgerRefused: ({ reason }) => Effect.as(proofs.end(given, "mismatch", reason), Option.none())
      })
    )

  return { settle, statusOf }
})

/**
 * A wallet's transaction is valid for ten epochs, 50 minutes; if the ledger does not know it after this, it never will.
 */
const GIVE_UP = Duration.toMillis("1 hour")

const isTooOld = (step: Step) =>
  Effect.map(Clock.currentTimeMillis, (at) => at - (step.sentAt ?? step.updatedAt) > GIVE_UP)

export class TransactionChecks extends Effect.Service<TransactionChecks>()(
  "chain/prepared-transactions/TransactionChecks",
  {
    dependencies: [PreparedTransactions.Default, TransactionProofs.Default],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const steps = yield* PreparedTransactions
      const proofs = yield* TransactionProofs
      const { settle, statusOf } = yield* makeTransactionProgress

      const now = (step: Step) => Effect.orDie(steps.findOrFail(step.id))

      /** Polls the transaction once. Fails only if the ledger cannot be read; nothing is decided then. */
      const check = Effect.fn("TransactionChecks.check")(function* (given: Step) {
        const { txId } = given
        if (txId === null || isOver(given.state)) return given
        const state = yield* statusOf(given, txId)
        const status = Option.isNone(state) ? "Unknown" : state.value.status
        if (status === "CommittedSuccess" || status === "CommittedFailure") {
          yield* settle(given, txId)
        } else if (status === "PermanentlyRejected") {
          const reason = Option.flatMap(state, ({ error }) => error)
          yield* proofs.end(
            given,
            "rejected",
            `Rejected: ${Option.getOrElse(reason, () => "the ledger gives no reason")}`
          )
        } else if (status === "Unknown" && (yield* isTooOld(given))) {
          yield* proofs.end(given, "expired", "The ledger never saw this transaction. Nothing happened.")
        }
        return yield* now(given)
      })

      /**
       * Marks it as submitted, in the caller's transaction, for transactions that several people sign: the code that
       * submits it also tracks it. Returns whether it was still waiting.
       */
      const take = Effect.fn("TransactionChecks.take")(function* (id: string) {
        const sent = yield* steps.move(id, ["waiting"], "sent", { sentAt: yield* Clock.currentTimeMillis })
        if (Option.isNone(sent)) return false
        yield* (yield* proofs.kindOf(sent.value)).sent(sent.value)
        return true
      })

      /** Records the transaction that the wallet submitted, as the page reports it. */
      const report = Effect.fn("TransactionChecks.report")(function* (step: Step, txId: string) {
        const sentAt = yield* Clock.currentTimeMillis
        const kind = yield* proofs.kindOf(step)
        const moved = yield* Effect.gen(function* () {
          yield* steps.turn(step.onceKey)
          const sent = yield* steps.move(step.id, ["waiting"], "sent", { txId, sentAt, problem: null })
          if (Option.isSome(sent)) yield* kind.sent(sent.value)
          return sent
        }).pipe(atomically(sql))
        return yield* Option.isSome(moved) ? check(moved.value) : now(step)
      })

      /** Confirms the prepared transaction that a found transaction belongs to, if no page reported it. */
      const adopt = Effect.fn("TransactionChecks.adopt")(function* (transaction: CommittedTransaction) {
        const root = Option.getOrUndefined(transaction.intents)?.[0]
        if (root === undefined || transaction.status !== "CommittedSuccess") return
        const found = yield* steps.byFingerprint(fingerprintOf(root.manifest))
        const step = found.find(({ state }) => ADOPTABLE.includes(state))
        if (step === undefined || found.some(({ state }) => state === "verified")) return
        yield* proofs.settle(step, transaction)
      })

      /** Marks it as failed because nobody will sign it any more, or the jointly signed transaction was not committed. */
      const abandon = (step: Step, problem: string) => proofs.end(step, "failed", problem)

      return { check, report, adopt, abandon, take, settleWithin: proofs.settleWithin }
    })
  }
) {}
