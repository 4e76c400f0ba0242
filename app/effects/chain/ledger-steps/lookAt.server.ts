/** A step as a page shows it: looked at once more; while the gateway is down, as it was. */
import { Effect } from "effect"
import type { Step } from "./Step"
import { StepChecks } from "./StepChecks.server"
import { viewOf } from "./stepView.server"

export const lookAt = (given: Step) =>
  Effect.gen(function* () {
    const checks = yield* StepChecks
    const looked = yield* Effect.either(checks.check(given))
    const step = looked._tag === "Right" ? looked.right : given
    return { step, view: yield* viewOf(step, looked._tag === "Left") }
  })
