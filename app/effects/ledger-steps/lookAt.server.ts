/** A step as a page shows it: looked at once more; while the gateway is down, as it was. */
import { Effect } from "effect"
import { type Step, viewOf } from "./Step"
import { StepChecks } from "./StepChecks.server"

export const lookAt = (step: Step) =>
  Effect.flatMap(StepChecks, (checks) =>
    Effect.map(Effect.either(checks.check(step)), (looked) =>
      looked._tag === "Right" ? { step: looked.right, view: viewOf(looked.right) } : { step, view: viewOf(step, true) }
    )
  )
