/**
 * The relayer's own transactions: stored before they are submitted, and resubmitted until the ledger decides. The
 * database allows one open attempt per idempotency key, and the ledger accepts each key once.
 */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Duration, Effect, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { pauseAfter } from "~/effects/base/jobs/WorkItemRows.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { isOver, type Step } from "~/effects/chain/prepared-transactions/Step"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import type { Manifest } from "~/ledger/index"
import { Relayer } from "./Relayer.server"

/** Interval for rechecking what only a person can fix. */
const HELD_MS = Duration.toMillis("10 minutes")

/** Progress of the work, stored with what it is for. */
export interface RelayedChange {
  /** The prepared transaction that the ledger has not decided on, and its payload in hex. */
  readonly pendingId?: string | null
  readonly payload?: string | null
  /** Consecutive failures, time of the next attempt, and why the work is on hold. */
  readonly tries?: number
  readonly nextAt?: number
  readonly problem?: string | null
}
export interface RelayedBefore {
  readonly payload: string | null
  readonly tries: number
}

/** Further parts of the database transaction that stores a relayer transaction. */
export interface RelayedWith {
  /** Checked first, because a holder may have stopped the work while the ledger responded. */
  readonly isWanted: Effect.Effect<boolean>
  readonly also: (txId: string) => Effect.Effect<unknown>
}
const NOTHING_ELSE: RelayedWith = { isWanted: Effect.succeed(true), also: () => Effect.void }

/** `write` stores progress with an escrow, by its ID, while the relayer works on it. */
export const relayedTransactions = (write: (id: string, change: RelayedChange) => Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const sql = yield* Sql
    const ledger = yield* Ledger
    const steps = yield* PreparedTransactions
    const checks = yield* TransactionChecks
    const relayer = yield* Relayer

    const store = Effect.fnUntraced(function* (
      id: string,
      { id: stepId, idempotencyKey }: Step,
      { payload, txId }: { readonly payload: Uint8Array; readonly txId: string },
      { also, isWanted }: RelayedWith
    ) {
      yield* steps.turn(idempotencyKey)
      if (!(yield* isWanted)) return false
      const sent = yield* steps.move(stepId, ["waiting"], "sent", { txId, sentAt: yield* Clock.currentTimeMillis })
      if (Option.isNone(sent)) return false
      yield* also(txId)
      yield* write(id, { pendingId: stepId, payload: bytesToHex(payload) })
      return true
    }, atomically(sql))

    const setBack = Effect.fnUntraced(function* (id: string, before: RelayedBefore, problem: string) {
      const tries = before.tries + 1
      yield* write(id, { problem, tries, nextAt: (yield* Clock.currentTimeMillis) + pauseAfter(tries) })
    })

    /** Puts the work on hold. Nothing was sent, so `tries`, which counts refusals of the ledger, stays. */
    const hold = Effect.fnUntraced(function* (id: string, problem: string) {
      yield* write(id, { problem, nextAt: (yield* Clock.currentTimeMillis) + HELD_MS })
    })

    /** Clears the pending transaction. Its result was already stored by the transaction kind. */
    const decided = Effect.fnUntraced(function* (id: string, before: RelayedBefore, step: Step) {
      const none = { pendingId: null, payload: null }
      if (step.state === "verified") {
        yield* write(id, { ...none, tries: 0, nextAt: 0, problem: null })
        return true
      }
      yield* write(id, none)
      yield* setBack(id, before, step.problem ?? "The ledger did not accept it.")
      return false
    })

    /** Polls the pending transaction; returns "done", "failed" or "undecided". */
    const follow = Effect.fn("relayedTransactions.follow")(function* (
      id: string,
      before: RelayedBefore,
      stepId: string
    ) {
      const found = yield* Effect.orDie(steps.findOrFail(stepId))
      const step = isOver(found.state) ? found : yield* checks.check(found)
      if (isOver(step.state)) return (yield* decided(id, before, step)) ? "done" : "failed"
      if (before.payload !== null) yield* known(ledger.submit(hexToBytes(before.payload)))
      return "undecided"
    })

    /** Signs, persists and submits a transaction; the next poll reads its result. */
    const send = Effect.fn("relayedTransactions.send")(function* (
      id: string,
      step: Step,
      manifest: Manifest,
      others: RelayedWith = NOTHING_ELSE
    ) {
      const { epoch } = yield* orGatewayDown(ledger.currentState())
      const root = yield* Effect.orDie(relayer.complete({ manifest, children: [], epoch, isSignatory: true }))
      if (yield* store(id, step, root, others)) yield* known(ledger.submit(root.payload))
    })

    return { follow, send, setBack, hold }
  })
