/** A step as a page shows it: looked at once more; while the gateway is down, as it was. */
import { Effect } from "effect"
import type { Step } from "./Step"
import { StepChecks } from "./StepChecks.server"
import { viewOf } from "./stepView.server"

export const lookAt = (given: Step) =>
  Effect.gen(function* () {
    const checks = yield* StepChecks
    const { isStale, step } = yield* checks.check(given).pipe(
      Effect.map((step) => ({ step, isStale: false })),
      Effect.catchTag("GatewayDown", () => Effect.succeed({ step: given, isStale: true }))
    )
    return { step, view: yield* viewOf(step, isStale) }
  })
