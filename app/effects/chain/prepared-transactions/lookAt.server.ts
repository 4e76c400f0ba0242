/** A prepared transaction for a page: polled once more, or as it was if the gateway is down. */
import { Effect } from "effect"
import type { Step } from "./Step"
import { viewOf } from "./stepView.server"
import { TransactionChecks } from "./TransactionChecks.server"

export const lookAt = (given: Step) =>
  Effect.gen(function* () {
    const checks = yield* TransactionChecks
    const { isStale, step } = yield* checks.check(given).pipe(
      Effect.map((step) => ({ step, isStale: false })),
      Effect.catchTag("GatewayDown", () => Effect.succeed({ step: given, isStale: true }))
    )
    return { step, view: yield* viewOf(step, isStale) }
  })
