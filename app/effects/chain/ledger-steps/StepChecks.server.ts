/**
 * StepChecks: proves steps from the ledger, never from the client's word (docs/ledger.md, "prove it").
 *
 * Whoever names a transaction only says where to look: its status, its decoded instructions against those prepared, and
 * the feature's own invariants decide. It may be asked any number of times, by any number of servers.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Option } from "effect"
import { atomically } from "~/effects/base/limits/atomically.server"
import type { CommittedTransaction } from "~/effects/chain/ledger/facts"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { StepMismatch } from "./errors"
import { fingerprintOf, isSameTransaction } from "./fingerprint"
import { LedgerSteps } from "./LedgerSteps.server"
import { recordTransaction } from "./records.server"
import { isOver, type Step, type StepState } from "./Step"
import { StepKinds } from "./StepKind.server"

/** A wallet's transaction can wait for ten epochs, 50 minutes; one that nobody knows after this never comes. */
const GIVE_UP = Duration.toMillis("1 hour")
const OPEN: ReadonlyArray<StepState> = ["waiting", "sent", "committed"]
/** What a lie or a second thought may have left behind, and the ledger then proves wrong. */
const ADOPTABLE: ReadonlyArray<StepState> = [...OPEN, "replaced", "rejected", "failed", "expired", "mismatch"]

export class StepChecks extends Effect.Service<StepChecks>()("effects/StepChecks", {
  dependencies: [LedgerSteps.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const steps = yield* LedgerSteps
    const kinds = new Map((yield* StepKinds).map((each) => [each.kind, each] as const))

    const kindOf = ({ kind }: Step) => {
      const known = kinds.get(kind)
      return known === undefined ? Effect.dieMessage(`nobody proves steps of the kind ${kind}`) : Effect.succeed(known)
    }

    const now = (step: Step) => Effect.orDie(steps.mustFind(step.id))

    /** It did not happen, or not as prepared. */
    const end = Effect.fn("StepChecks.end")(function* (
      step: Step,
      state: "rejected" | "failed" | "expired" | "mismatch",
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

    /** The step is committed: reads back what it left behind, and marks it as checked together with what follows. */
    const prove = Effect.fn("StepChecks.prove")(function* (step: Step, transaction: CommittedTransaction) {
      const kind = yield* kindOf(step)
      const write = yield* kind.prove(step, transaction)
      yield* Effect.gen(function* () {
        yield* steps.turn(step.onceKey)
        const alive = yield* steps.alive(step.onceKey)
        if (Option.isSome(alive) && alive.value.id !== step.id) {
          // Done already by another attempt, or prepared anew after this one was signed: what happened stands.
          if (alive.value.state === "verified") return
          yield* steps.move(alive.value.id, OPEN, "replaced")
        }
        const { intentHash: txId, stateVersion } = transaction
        const moved = yield* steps.move(step.id, ADOPTABLE, "verified", { txId, stateVersion, problem: null })
        if (Option.isNone(moved)) return
        yield* recordTransaction(sql, {
          communityId: step.communityId,
          kind: step.kind,
          related: step.related,
          transaction
        })
        yield* write
      }).pipe(atomically(sql))
    })

    const proven = (step: Step, transaction: CommittedTransaction) =>
      Effect.gen(function* () {
        if (!isSameTransaction(step, transaction)) {
          return yield* new StepMismatch({ what: "this transaction is not the one that was prepared." })
        }
        if (transaction.status === "CommittedFailure") {
          const reason = Option.getOrElse(transaction.error, () => "the ledger gives no reason")
          return yield* end(step, "failed", `CommittedFailure: ${reason}`, transaction)
        }
        const { intentHash: txId, stateVersion } = transaction
        yield* steps.move(step.id, ["waiting", "sent"], "committed", { txId, stateVersion })
        yield* prove(step, transaction)
      }).pipe(Effect.catchTag("StepMismatch", ({ what }) => end(step, "mismatch", what, transaction)))

    const isTooOld = (step: Step) =>
      Effect.map(Clock.currentTimeMillis, (at) => at - (step.sentAt ?? step.updatedAt) > GIVE_UP)

    /** Looks once at what became of it. Fails only where the ledger cannot be read; then nothing was decided. */
    const check = Effect.fn("StepChecks.check")(function* (given: Step) {
      const { txId } = given
      if (txId === null || isOver(given.state)) return given
      const state = yield* ledger.status(txId).pipe(
        Effect.map(Option.some),
        Effect.catchTags({
          UnknownOnLedger: () => Effect.succeedNone,
          // No hash at all: whoever named it did not get it from a wallet.
          LedgerRefused: ({ reason }) => Effect.as(end(given, "mismatch", reason), Option.none())
        })
      )
      const status = Option.isNone(state) ? "Unknown" : state.value.status
      if (status === "CommittedSuccess" || status === "CommittedFailure") {
        const found = yield* Effect.either(ledger.committedDetails(txId))
        if (found._tag === "Right") yield* proven(given, found.right.transaction)
        else if (found.left._tag === "GatewayDown") return yield* found.left
      } else if (status === "PermanentlyRejected") {
        const reason = Option.flatMap(state, ({ error }) => error)
        yield* end(given, "rejected", `Rejected: ${Option.getOrElse(reason, () => "the ledger gives no reason")}`)
      } else if (status === "Unknown" && (yield* isTooOld(given))) {
        yield* end(given, "expired", "The ledger never saw this transaction. Nothing happened.")
      }
      return yield* now(given)
    })

    /** The page tells which transaction the wallet sent. */
    const report = Effect.fn("StepChecks.report")(function* (step: Step, txId: string) {
      const sentAt = yield* Clock.currentTimeMillis
      const kind = yield* kindOf(step)
      const moved = yield* Effect.gen(function* () {
        yield* steps.turn(step.onceKey)
        const sent = yield* steps.move(step.id, ["waiting"], "sent", { txId, sentAt, problem: null })
        if (Option.isSome(sent)) yield* kind.sent(sent.value)
        return sent
      }).pipe(atomically(sql))
      return yield* Option.isSome(moved) ? check(moved.value) : now(step)
    })

    /** A transaction somebody found: if it is a step that nobody told of, it is one now. */
    const adopt = Effect.fn("StepChecks.adopt")(function* (transaction: CommittedTransaction) {
      const root = Option.getOrUndefined(transaction.intents)?.[0]
      if (root === undefined || transaction.status !== "CommittedSuccess") return
      const found = yield* steps.byFingerprint(fingerprintOf(root.manifest))
      const step = found.find(({ state }) => ADOPTABLE.includes(state))
      if (step === undefined || found.some(({ state }) => state === "verified")) return
      yield* proven(step, transaction)
    })

    return { check, report, adopt }
  })
}) {}
