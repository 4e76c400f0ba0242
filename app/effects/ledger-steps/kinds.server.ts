/** The kinds of steps. A feature exports an effect that takes the services it needs and answers its `StepKind`. */
import { Effect } from "effect"
import type { StepKind } from "./StepKind.server"

const list: ReadonlyArray<Effect.Effect<StepKind>> = []

export const stepKinds = Effect.all(list)
