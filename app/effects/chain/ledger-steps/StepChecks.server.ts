/**
 * StepChecks: follows steps through the ledger, and never takes the client's word.
 *
 * A page that names a transaction only says where to look: its status and StepProofs decide. It may be asked any number
 * of times, by any number of servers.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Option } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { fingerprintOf } from "./fingerprint"
import { LedgerSteps } from "./LedgerSteps.server"
import { isOver, type Step } from "./Step"
import { ADOPTABLE, StepProofs } from "./StepProofs.server"
import { StepStatus } from "./StepStatus.server"

/** A wallet's transaction can wait for ten epochs, 50 minutes; one that nobody knows after this never comes. */
const GIVE_UP = Duration.toMillis("1 hour")

const isTooOld = (step: Step) =>
  Effect.map(Clock.currentTimeMillis, (at) => at - (step.sentAt ?? step.updatedAt) > GIVE_UP)

export class StepChecks extends Effect.Service<StepChecks>()("effects/StepChecks", {
  dependencies: [LedgerSteps.Default, StepProofs.Default, StepStatus.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const steps = yield* LedgerSteps
    const proofs = yield* StepProofs
    const { settle, statusOf } = yield* StepStatus

    const now = (step: Step) => Effect.orDie(steps.mustFind(step.id))

    /** Looks once at what became of it. Fails only where the ledger cannot be read; then nothing was decided. */
    const check = Effect.fn("StepChecks.check")(function* (given: Step) {
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
     * Under way, in the caller's transaction: what several sign for it is looked after by who sends that. Answers whether
     * it still waited.
     */
    const take = Effect.fn("StepChecks.take")(function* (id: string) {
      const sent = yield* steps.move(id, ["waiting"], "sent", { sentAt: yield* Clock.currentTimeMillis })
      if (Option.isNone(sent)) return false
      yield* (yield* proofs.kindOf(sent.value)).sent(sent.value)
      return true
    })

    /** The page tells which transaction the wallet sent. */
    const report = Effect.fn("StepChecks.report")(function* (step: Step, txId: string) {
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

    /** A transaction that was found: if it is a step that nobody told of, it is one now. */
    const adopt = Effect.fn("StepChecks.adopt")(function* (transaction: CommittedTransaction) {
      const root = Option.getOrUndefined(transaction.intents)?.[0]
      if (root === undefined || transaction.status !== "CommittedSuccess") return
      const found = yield* steps.byFingerprint(fingerprintOf(root.manifest))
      const step = found.find(({ state }) => ADOPTABLE.includes(state))
      if (step === undefined || found.some(({ state }) => state === "verified")) return
      yield* proofs.settle(step, transaction)
    })

    /** Nobody signs it any more, or what several signed for it did not happen. */
    const abandon = (step: Step, problem: string) => proofs.end(step, "failed", problem)

    return { check, report, adopt, abandon, take, settleWithin: proofs.settleWithin }
  })
}) {}
