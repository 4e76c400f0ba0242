/** A step as its page shows it, with who was handed it. */
import { Clock, Effect } from "effect"
import { LedgerSteps } from "./LedgerSteps.server"
import { type LeaseColumns, type LeaseView, leaseIn } from "./lease"
import type { Step, StepView } from "./Step"
import { topicOf } from "./StepLeases.server"

type Shown = Pick<
  Step,
  "id" | "communityId" | "kind" | "onceKey" | "account" | "manifest" | "state" | "txId" | "problem"
>

const isFound = (step: Shown): step is Shown & LeaseColumns => "leaseHolder" in step

/** Read with the step; a step that is just prepared, or comes from another table, is looked up. */
const leaseOf = (step: Shown): Effect.Effect<LeaseView | null, never, LedgerSteps> =>
  Effect.gen(function* () {
    // A lease matters as long as the step may be signed.
    if (step.state !== "waiting") return null
    const { leases } = yield* LedgerSteps
    if (!isFound(step)) return yield* leases.current(step.onceKey)
    return leaseIn(step, yield* Clock.currentTimeMillis)
  })

export const viewOf = (step: Shown, isStale = false): Effect.Effect<StepView, never, LedgerSteps> =>
  Effect.map(leaseOf(step), (lease) => {
    const { account, communityId, id, kind, manifest, onceKey, problem, state, txId } = step
    return { id, communityId, topic: topicOf(onceKey), kind, account, manifest, state, txId, problem, lease, isStale }
  })
