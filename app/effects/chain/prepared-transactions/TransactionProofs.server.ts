/**
 * Confirms prepared transactions: compares the decoded instructions of the committed transaction with those prepared,
 * and checks the feature's invariants (docs/ledger.md).
 */
import { Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { TransactionMismatch } from "./errors"
import { isSameTransaction } from "./fingerprint"
import { LedgerRecords } from "./LedgerRecords.server"
import { PreparedTransactions } from "./PreparedTransactions.server"
import type { Step, TransactionState } from "./Step"
import { type TransactionKind, TransactionKinds } from "./TransactionKind.server"

const OPEN: ReadonlyArray<TransactionState> = ["waiting", "sent", "committed"]
/** States that a false report or a change of mind may have left behind, and that the ledger can prove wrong. */
export const ADOPTABLE: ReadonlyArray<TransactionState> = [
  ...OPEN,
  "replaced",
  "rejected",
  "failed",
  "expired",
  "mismatch"
]

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

export class TransactionProofs extends Effect.Service<TransactionProofs>()(
  "chain/prepared-transactions/TransactionProofs",
  {
    dependencies: [PreparedTransactions.Default, LedgerRecords.Default],
    effect: Effect.gen(function* () {
      const sql = yield* Sql
      const steps = yield* PreparedTransactions
      const records = yield* LedgerRecords
      const kindOf = kindsIn(yield* TransactionKinds)

      /** Ends it: it was not committed, or not as prepared. */
      const end = Effect.fn("TransactionProofs.end")(function* (
        step: Step,
        state: Ended,
        problem: string,
        committed?: CommittedTransaction
      ) {
        const kind = yield* kindOf(step)
        yield* Effect.gen(function* () {
          yield* steps.turn(step.onceKey)
          const moved = yield* steps.move(step.id, OPEN, state, { problem })
          if (Option.isSome(moved)) yield* kind.ended(moved.value, committed)
        }).pipe(atomically(sql))
      })

      const verify = (step: Step, transaction: CommittedTransaction, write: Effect.Effect<void>) =>
        Effect.gen(function* () {
          yield* steps.turn(step.onceKey)
          const alive = yield* steps.alive(step.onceKey)
          if (Option.isSome(alive) && alive.value.id !== step.id) {
            // Another attempt is done already, or it was prepared again after this one was signed: what was committed
            // counts.
            if (alive.value.state === "verified") return
            yield* steps.move(alive.value.id, OPEN, "replaced")
          }
          const moved = yield* steps.move(step.id, ADOPTABLE, "verified", { ...placeOf(transaction), problem: null })
          if (Option.isNone(moved)) return
          const { communityId, kind, related } = step
          yield* records.keep({ communityId, kind, related, transaction })
          yield* write
        }).pipe(atomically(sql))

      /** Confirms a committed transaction and records what follows, together. */
      const prove = Effect.fn("TransactionProofs.prove")(function* (step: Step, transaction: CommittedTransaction) {
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

      return { kindOf, end, settle, settleWithin }
    })
  }
) {}
