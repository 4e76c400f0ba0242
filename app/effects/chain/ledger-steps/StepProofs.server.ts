/**
 * StepProofs: what a committed transaction proves of a step (docs/ledger.md, "prove it"): its decoded instructions
 * against those prepared, and the feature's own invariants.
 */
import { SqlClient } from "@effect/sql"
import { Effect, Option } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { StepMismatch } from "./errors"
import { isSameTransaction } from "./fingerprint"
import { LedgerRecords } from "./LedgerRecords.server"
import { LedgerSteps } from "./LedgerSteps.server"
import type { Step, StepState } from "./Step"
import { type StepKind, StepKinds } from "./StepKind.server"

const OPEN: ReadonlyArray<StepState> = ["waiting", "sent", "committed"]
/** States that a lie or a second thought may have left behind, and that the ledger then proves wrong. */
export const ADOPTABLE: ReadonlyArray<StepState> = [...OPEN, "replaced", "rejected", "failed", "expired", "mismatch"]

type Ended = Extract<StepState, "rejected" | "failed" | "expired" | "mismatch">

const placeOf = ({ intentHash: txId, stateVersion }: CommittedTransaction) => ({ txId, stateVersion })
const failureOf = ({ error }: CommittedTransaction) =>
  `CommittedFailure: ${Option.getOrElse(error, () => "the ledger gives no reason")}`

const kindsIn = (kinds: ReadonlyArray<StepKind>) => {
  const byName = new Map(kinds.map((each) => [each.kind, each] as const))
  return ({ kind }: Step) =>
    Option.match(Option.fromNullable(byName.get(kind)), {
      onNone: () => Effect.dieMessage(`nobody proves steps of the kind ${kind}`),
      onSome: Effect.succeed
    })
}

export class StepProofs extends Effect.Service<StepProofs>()("effects/StepProofs", {
  dependencies: [LedgerSteps.Default, LedgerRecords.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const steps = yield* LedgerSteps
    const records = yield* LedgerRecords
    const kindOf = kindsIn(yield* StepKinds)

    /** It did not happen, or not as prepared. */
    const end = Effect.fn("StepChecks.end")(function* (
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
          // Done already by another attempt, or prepared anew after this one was signed: what happened stands.
          if (alive.value.state === "verified") return
          yield* steps.move(alive.value.id, OPEN, "replaced")
        }
        const moved = yield* steps.move(step.id, ADOPTABLE, "verified", { ...placeOf(transaction), problem: null })
        if (Option.isNone(moved)) return
        const { communityId, kind, related } = step
        yield* records.keep({ communityId, kind, related, transaction })
        yield* write
      }).pipe(atomically(sql))

    /** The step is committed: reads back what it left behind, and marks it as checked together with what follows. */
    const prove = Effect.fn("StepChecks.prove")(function* (step: Step, transaction: CommittedTransaction) {
      const kind = yield* kindOf(step)
      yield* verify(step, transaction, yield* kind.prove(step, transaction))
    })

    /** Moves the step to what the transaction makes of it. */
    const settle = (step: Step, transaction: CommittedTransaction) =>
      Effect.gen(function* () {
        if (!isSameTransaction(step, transaction)) {
          return yield* new StepMismatch({ what: "this transaction is not the one that was prepared." })
        }
        if (transaction.status === "CommittedFailure") {
          return yield* end(step, "failed", failureOf(transaction), transaction)
        }
        yield* steps.move(step.id, ["waiting", "sent"], "committed", placeOf(transaction))
        yield* prove(step, transaction)
      }).pipe(Effect.catchTag("StepMismatch", ({ what }) => end(step, "mismatch", what, transaction)))

    /**
     * As `settle`, of a transaction that others signed together, in parts that were compared when each was taken: there
     * the root is the site's. Answers whether it left behind what the step must.
     */
    const settleWithin = (step: Step, transaction: CommittedTransaction) =>
      prove(step, transaction).pipe(
        Effect.as(true),
        Effect.catchTag("StepMismatch", ({ what }) => Effect.as(end(step, "mismatch", what, transaction), false))
      )

    return { kindOf, end, settle, settleWithin }
  })
}) {}
