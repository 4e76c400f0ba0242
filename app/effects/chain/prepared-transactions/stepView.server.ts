/** Prepared transactions for pages, with their leases. */
import { Clock, Effect } from "effect"
import { type LeaseColumns, type LeaseView, leaseIn } from "./lease"
import { PreparedTransactions } from "./PreparedTransactions.server"
import type { Step, StepView } from "./Step"
import { TransactionChecks } from "./TransactionChecks.server"
import { topicOf } from "./TransactionLeases.server"

type Shown = Pick<
  Step,
  "id" | "communityId" | "kind" | "idempotencyKey" | "account" | "manifest" | "state" | "txId" | "problem"
>

const isFound = (step: Shown): step is Shown & LeaseColumns => "leaseHolder" in step

/**
 * The lease is usually read in the same statement; one that was just prepared, or comes from another table, needs
 * another.
 */
const leaseOf = (step: Shown): Effect.Effect<LeaseView | null, never, PreparedTransactions> =>
  Effect.gen(function* () {
    // A lease matters only while a signature is possible.
    if (step.state !== "waiting") return null
    const { leases } = yield* PreparedTransactions
    if (!isFound(step)) return yield* leases.current(step.idempotencyKey)
    return leaseIn(step, yield* Clock.currentTimeMillis)
  })

export const viewOf = (step: Shown, isStale = false): Effect.Effect<StepView, never, PreparedTransactions> =>
  Effect.map(leaseOf(step), (lease) => {
    const { account, communityId, id, kind, manifest, idempotencyKey, problem, state, txId } = step
    return {
      id,
      communityId,
      topic: topicOf(idempotencyKey),
      kind,
      account,
      manifest,
      state,
      txId,
      problem,
      lease,
      isStale
    }
  })

/** Polled once more, or as it was if the gateway is down. */
export const checkStep = (given: Step) =>
  Effect.gen(function* () {
    const checks = yield* TransactionChecks
    const { isStale, step } = yield* checks.check(given).pipe(
      Effect.map((step) => ({ step, isStale: false })),
      Effect.catchTag("GatewayDown", () => Effect.succeed({ step: given, isStale: true }))
    )
    return { step, view: yield* viewOf(step, isStale) }
  })
