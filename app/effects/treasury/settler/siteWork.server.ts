/**
 * The site's own transactions: stored before they are submitted, and submitted again until the ledger has decided. Of all
 * attempts at one once-only key the database lets one be under way, and the ledger takes its key once.
 */
import { SqlClient } from "@effect/sql"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Duration, Effect, Option } from "effect"
import { pauseAfter } from "~/effects/base/jobs/PieceRows.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { isOver, type Step } from "~/effects/chain/ledger-steps/Step"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import type { Manifest } from "~/ledger/index"
import { Settler } from "./Settler.server"

/** What only a person can mend is looked at again so much later. */
const HELD_MS = Duration.toMillis("10 minutes")

/** What is written of it beside the plan that it works for. */
export interface WorkChange {
  /** The step whose transaction the ledger has not decided yet, and that transaction in hex. */
  readonly workStep?: string | null
  readonly payload?: string | null
  /** Failures in a row, when it is tried again, and why it does not go on. */
  readonly tries?: number
  readonly nextAt?: number
  readonly problem?: string | null
}
export interface Worked {
  readonly payload: string | null
  readonly tries: number
}

/** What belongs into the transaction that stores one of the site's own. */
interface Beside {
  /** Asked first: the ledger took its time to answer, and a holder of the treasury may have stopped it meanwhile. */
  readonly isWanted: Effect.Effect<boolean>
  readonly also: (txId: string) => Effect.Effect<unknown>
}
const NOTHING_BESIDE: Beside = { isWanted: Effect.succeed(true), also: () => Effect.void }

/** `write`: beside one plan, by its id, as long as it is parked or on its way back. */
export const siteWork = (write: (id: string, change: WorkChange) => Effect.Effect<unknown>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const steps = yield* LedgerSteps
    const checks = yield* StepChecks
    const settler = yield* Settler

    const store = Effect.fnUntraced(function* (
      id: string,
      { id: stepId, onceKey }: Step,
      { payload, txId }: { readonly payload: Uint8Array; readonly txId: string },
      { also, isWanted }: Beside
    ) {
      yield* steps.turn(onceKey)
      if (!(yield* isWanted)) return false
      const sent = yield* steps.move(stepId, ["waiting"], "sent", { txId, sentAt: yield* Clock.currentTimeMillis })
      if (Option.isNone(sent)) return false
      yield* also(txId)
      yield* write(id, { workStep: stepId, payload: bytesToHex(payload) })
      return true
    }, atomically(sql))

    const setBack = Effect.fnUntraced(function* (id: string, before: Worked, problem: string) {
      const tries = before.tries + 1
      yield* write(id, { problem, tries, nextAt: (yield* Clock.currentTimeMillis) + pauseAfter(tries) })
    })

    /** Nothing was sent, so nothing failed: tries say how often the ledger refused. */
    const hold = Effect.fnUntraced(function* (id: string, problem: string) {
      yield* write(id, { problem, nextAt: (yield* Clock.currentTimeMillis) + HELD_MS })
    })

    /** What became of it is written by the step's kind; here only that nothing is under way any more. */
    const decided = Effect.fnUntraced(function* (id: string, before: Worked, step: Step) {
      const none = { workStep: null, payload: null }
      if (step.state === "verified") {
        yield* write(id, { ...none, tries: 0, nextAt: 0, problem: null })
        return true
      }
      yield* write(id, none)
      yield* setBack(id, before, step.problem ?? "The ledger did not take it.")
      return false
    })

    /** Looks at what is under way. Answers what it came to, or that the ledger has not decided. */
    const follow = Effect.fn("siteWork.follow")(function* (id: string, before: Worked, stepId: string) {
      const found = yield* Effect.orDie(steps.mustFind(stepId))
      const step = isOver(found.state) ? found : yield* checks.check(found)
      if (isOver(step.state)) return (yield* decided(id, before, step)) ? "done" : "failed"
      if (before.payload !== null) yield* known(ledger.submit(hexToBytes(before.payload)))
      return "undecided"
    })

    /** Signs, stores and submits one transaction; the next look says what became of it. */
    const send = Effect.fn("siteWork.send")(function* (
      id: string,
      step: Step,
      manifest: Manifest,
      beside: Beside = NOTHING_BESIDE
    ) {
      const { epoch } = yield* orGatewayDown(ledger.currentState())
      const root = yield* Effect.orDie(settler.complete({ manifest, children: [], epoch, isSignatory: true }))
      if (yield* store(id, step, root, beside)) yield* known(ledger.submit(root.payload))
    })

    return { follow, send, setBack, hold }
  })
