/**
 * The site's own transactions: stored before they are submitted, and submitted again until the ledger has decided. Of all
 * attempts at one batch the database lets one be under way, and the ledger takes its key once.
 */
import { SqlClient } from "@effect/sql"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { Clock, Effect, Option } from "effect"
import { pauseAfter } from "~/effects/base/jobs/PieceRows.server"
import { atomically } from "~/effects/base/limits/atomically.server"
import { known } from "~/effects/chain/ledger/known.server"
import { Ledger } from "~/effects/chain/ledger/Ledger.server"
import { orGatewayDown } from "~/effects/chain/ledger/orGatewayDown"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { isOver, type Step } from "~/effects/chain/ledger-steps/Step"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { Settler } from "~/effects/treasury/settler/Settler.server"
import type { Manifest } from "~/ledger/index"
import { DistributionBatches } from "../DistributionBatches.server"
import type { Parked } from "./Parking"
import { ParkingsRepo } from "./ParkingsRepo.server"

/** Whose batch a transaction pays. */
export interface WorkOf {
  readonly distribution: string
  readonly n: number
}

export class ParkedWork extends Effect.Service<ParkedWork>()("effects/ParkedWork", {
  dependencies: [DistributionBatches.Default, LedgerSteps.Default, ParkingsRepo.Default, Settler.Default],
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ledger = yield* Ledger
    const batches = yield* DistributionBatches
    const steps = yield* LedgerSteps
    const checks = yield* StepChecks
    const parkings = yield* ParkingsRepo
    const settler = yield* Settler

    const store = Effect.fnUntraced(function* (
      { distributionId: id }: Parked,
      { id: stepId, onceKey }: Step,
      batch: WorkOf | null,
      { payload, txId }: { readonly payload: Uint8Array; readonly txId: string }
    ) {
      yield* steps.turn(onceKey)
      const sent = yield* steps.move(stepId, ["waiting"], "sent", { txId, sentAt: yield* Clock.currentTimeMillis })
      if (Option.isNone(sent)) return false
      if (batch !== null) {
        const change = { state: "pending", error: null, txId, stepId } as const
        yield* batches.move({ id: batch.distribution, n: batch.n }, [], change)
      }
      yield* parkings.update(id, ["parked", "returning"], { workStep: stepId, payload: bytesToHex(payload) })
      return true
    }, atomically(sql))

    const setBack = Effect.fnUntraced(function* (parking: Parked, problem: string) {
      const tries = parking.tries + 1
      const nextAt = (yield* Clock.currentTimeMillis) + pauseAfter(tries)
      yield* parkings.update(parking.distributionId, ["parked", "returning"], { problem, tries, nextAt })
    })

    /** What became of it is written by the step's kind; here only that nothing is under way any more. */
    const decided = Effect.fnUntraced(function* (parking: Parked, step: Step) {
      const none = { workStep: null, payload: null }
      const from = ["parked", "returning"] as const
      if (step.state === "verified") {
        yield* parkings.update(parking.distributionId, from, { ...none, tries: 0, nextAt: 0, problem: null })
        return true
      }
      yield* parkings.update(parking.distributionId, from, none)
      yield* setBack(parking, step.problem ?? "The ledger did not take it.")
      return false
    })

    /** Looks at what is under way. Answers what it came to, or that the ledger has not decided. */
    const follow = Effect.fn("ParkedWork.follow")(function* (parking: Parked, stepId: string) {
      const before = yield* Effect.orDie(steps.mustFind(stepId))
      const step = isOver(before.state) ? before : yield* checks.check(before)
      if (isOver(step.state)) return (yield* decided(parking, step)) ? "done" : "failed"
      if (parking.payload !== null) yield* known(ledger.submit(hexToBytes(parking.payload)))
      return "undecided"
    })

    /** Signs, stores and submits one transaction; the next look says what became of it. */
    const send = Effect.fn("ParkedWork.send")(function* (
      parking: Parked,
      step: Step,
      manifest: Manifest,
      batch: WorkOf | null
    ) {
      const { epoch } = yield* orGatewayDown(ledger.currentState())
      const root = yield* Effect.orDie(settler.complete({ manifest, children: [], epoch, isSignatory: true }))
      if (yield* store(parking, step, batch, root)) yield* known(ledger.submit(root.payload))
    })

    return { follow, send, setBack }
  })
}) {}
