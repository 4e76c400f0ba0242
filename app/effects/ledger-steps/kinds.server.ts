/** The kinds of steps. A feature exports an effect that takes the services it needs and answers its `StepKind`. */
import { Effect } from "effect"
import { deployStep } from "../deployment/deployStep.server"

export const stepKinds = Effect.all([deployStep])
