/**
 * Checks prepared transactions on the ledger, without trusting the client: a page that names a transaction only says
 * where to look. Any number of servers may check any number of times.
 *
 * A committed transaction is confirmed by its decoded instructions, which are compared with those prepared, and by the
 * feature's invariants (docs/ledger.md).
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Option, Schema } from "effect"
import { findAll, Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { gauges, type Reading } from "~/effects/base/metrics/Family"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { TransactionMismatch } from "./errors"
import { fingerprintOf, isSameTransaction } from "./fingerprint"
import { LedgerRecords } from "./LedgerRecords.server"
import { PreparedTransactions } from "./PreparedTransactions.server"
import { isOver, type Step, type TransactionState } from "./Step"
import { type TransactionKind, TransactionKinds } from "./TransactionKind.server"

const STATES = ["sent", "committed"] as const
const Unproven = Schema.Struct({ state: Schema.Literal(...STATES), many: Schema.Number, since: Schema.Number })

/** Metrics of transactions that were submitted and are not confirmed yet. */
export const stepReading = Effect.map(SqlClient.SqlClient, (sql): Reading => {
  const collect = findAll({
    Request: Schema.Void,
    Result: Unproven,
    execute: () => sql`SELECT state, COUNT(*) AS many, MIN(updated_at) AS since FROM prepared_transactions
      WHERE ${sql.in("state", STATES)} GROUP BY state`
  })
  const families = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const found = yield* collect()
    const each = (of: (row: typeof Unproven.Type) => number) =>
      STATES.map((state) => {
        const row = found.find((one) => one.state === state)
        return { labels: { state }, value: row === undefined ? 0 : of(row) }
      })
    return [
      gauges(
        "commonhold_money_steps_waiting",
        "Transactions that were submitted and are not confirmed yet.",
        each(({ many }) => many)
      ),
      gauges(
        "commonhold_money_steps_waiting_seconds",
        "Seconds since the longest waiting one last changed.",
        each(({ since }) => Math.max(0, now - since) / 1_000)
      )
    ]
  })
  return { name: "money steps", families }
})

const OPEN: ReadonlyArray<TransactionState> = ["waiting", "sent", "committed"]
/** States that a false report or a change of mind may have left behind, and that the ledger can prove wrong. */
const ADOPTABLE: ReadonlyArray<TransactionState> = [...OPEN, "replaced", "rejected", "failed", "expired", "mismatch"]

type Ended = Extract<TransactionState, "rejected" | "failed" | "expired" | "mismatch">

const placeOf = ({ intentHash: txId, stateVersion }: CommittedTransaction) => ({ txId, stateVersion })
const failureOf = ({ error }: CommittedTransaction) =>
  `CommittedFailure: ${Option.getOrElse(error, () => "the ledger gives no reason")}`

const kindsIn = (kinds: ReadonlyArray<TransactionKind>) => {
  const byName = new Map(kinds.map((each) => [each.kind, each] as const))
  return ({ kind }: Step) =>
    Option.match(Option.fromNullable(byName.get(kind)), {
      onNone: () => Effect.dieMessage(`no transaction kind ${kind}`),
      onSome: Effect.succeed
    })
}

/**
 * A wallet's transaction is valid for ten epochs, 50 minutes; if the ledger does not know it after this, it never will.
 */
const GIVE_UP = Duration.toMillis("1 hour")

const isTooOld = (step: Step) =>
  Effect.map(Clock.currentTimeMillis, (at) => at - (step.sentAt ?? step.updatedAt) > GIVE_UP)

export class TransactionChecks extends Effect.Service<TransactionChecks>()(
  "chain/prepared-transactions/TransactionChecks",
  {
    dependencies: [PreparedTransactions.Default, LedgerRecords.Default],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const ledger = yield* Ledger
      const steps = yield* PreparedTransactions
      const records = yield* LedgerRecords
      const kindOf = kindsIn(yield* TransactionKinds)

      /** Ends it: it was not committed, or not as prepared. */
      const end = Effect.fn("TransactionChecks.end")(function* (
        step: Step,
        state: Ended,
        problem: string,
        committed?: CommittedTransaction
      ) {
        const kind = yield* kindOf(step)
        yield* Effect.gen(function* () {
          yield* steps.turn(step.idempotencyKey)
          const moved = yield* steps.move(step.id, OPEN, state, { problem })
          if (Option.isSome(moved)) yield* kind.ended(moved.value, committed)
        }).pipe(atomically(sql))
      })

      const verify = (step: Step, transaction: CommittedTransaction, write: Effect.Effect<void>) =>
        Effect.gen(function* () {
          yield* steps.turn(step.idempotencyKey)
          const alive = yield* steps.alive(step.idempotencyKey)
          if (Option.isSome(alive) && alive.value.id !== step.id) {
            // Another attempt is done already, or it was prepared again after this one was signed: what was committed
            // counts.
            if (alive.value.state === "verified") return
            yield* steps.move(alive.value.id, OPEN, "replaced")
          }
          const moved = yield* steps.move(step.id, ADOPTABLE, "verified", { ...placeOf(transaction), problem: null })
          if (Option.isNone(moved)) return
          const { communityId, kind, related } = step
          yield* records.store({ communityId, kind, related, transaction })
          yield* write
        }).pipe(atomically(sql))

      /** Confirms a committed transaction and records what follows, together. */
      const prove = Effect.fn("TransactionChecks.prove")(function* (step: Step, transaction: CommittedTransaction) {
        const kind = yield* kindOf(step)
        yield* verify(step, transaction, yield* kind.prove(step, transaction))
      })

      /** Moves the prepared transaction to the state that the ledger's transaction implies. */
      const settle = (step: Step, transaction: CommittedTransaction) =>
        Effect.gen(function* () {
          if (!isSameTransaction(step, transaction)) {
            return yield* new TransactionMismatch({ what: "this transaction is not the one that was prepared." })
          }
          if (transaction.status === "CommittedFailure") {
            return yield* end(step, "failed", failureOf(transaction), transaction)
          }
          yield* steps.move(step.id, ["waiting", "sent"], "committed", placeOf(transaction))
          yield* prove(step, transaction)
        }).pipe(Effect.catchTag("TransactionMismatch", ({ what }) => end(step, "mismatch", what, transaction)))

      /**
       * Like `settle`, for a transaction that several people signed as subintents, which were compared when each was
       * taken; its root is the site's. Returns whether its results are as prepared.
       */
      const settleWithin = (step: Step, transaction: CommittedTransaction) =>
        prove(step, transaction).pipe(
          Effect.as(true),
          Effect.catchTag("TransactionMismatch", ({ what }) =>
            Effect.as(end(step, "mismatch", what, transaction), false)
          )
        )

      /** Decides nothing while the committed transaction cannot be read yet. */
      const settleFound = Effect.fnUntraced(function* (step: Step, txId: string) {
        const unread = () => Effect.succeedNone
        const found = yield* ledger
          .committedDetails(txId)
          .pipe(Effect.asSome, Effect.catchTags({ UnknownOnLedger: unread, LedgerRefused: unread }))
        if (Option.isSome(found)) yield* settle(step, found.value.transaction)
      })

      /** None if the ledger does not know it. */
      const statusOf = (given: Step, txId: string) =>
        ledger.status(txId).pipe(
          Effect.map(Option.some),
          Effect.catchTags({
            UnknownOnLedger: () => Effect.succeedNone,
            // The ledger refuses the ID itself, so it did not come from a wallet.
            LedgerRefused: ({ reason }) => Effect.as(end(given, "mismatch", reason), Option.none())
          })
        )

      const now = (step: Step) => Effect.orDie(steps.findOrFail(step.id))

      /** Polls the transaction once. Fails only if the ledger cannot be read; nothing is decided then. */
      const check = Effect.fn("TransactionChecks.check")(function* (given: Step) {
        const { txId } = given
        if (txId === null || isOver(given.state)) return given
        const state = yield* statusOf(given, txId)
        const status = Option.isNone(state) ? "Unknown" : state.value.status
        if (status === "CommittedSuccess" || status === "CommittedFailure") {
          yield* settleFound(given, txId)
        } else if (status === "PermanentlyRejected") {
          const reason = Option.flatMap(state, ({ error }) => error)
          yield* end(given, "rejected", `Rejected: ${Option.getOrElse(reason, () => "the ledger gives no reason")}`)
        } else if (status === "Unknown" && (yield* isTooOld(given))) {
          yield* end(given, "expired", "The ledger never saw this transaction. Nothing happened.")
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
        yield* (yield* kindOf(sent.value)).sent(sent.value)
        return true
      })

      /** Records the transaction that the wallet submitted, as the page reports it. */
      const report = Effect.fn("TransactionChecks.report")(function* (step: Step, txId: string) {
        const sentAt = yield* Clock.currentTimeMillis
        const kind = yield* kindOf(step)
        const moved = yield* Effect.gen(function* () {
          yield* steps.turn(step.idempotencyKey)
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
        yield* settle(step, transaction)
      })

      /** Marks it as failed because nobody will sign it any more, or the jointly signed transaction was not committed. */
      const abandon = (step: Step, problem: string) => end(step, "failed", problem)

      return { check, report, adopt, abandon, take, settleWithin }
    })
  }
) {}
