/** The handlers of all signed steps, by kind. Loaded when the wallet has answered one. */
import { ballot } from "../ballots/ballot-step"
import { handlers as shared } from "../signing/handlers"
import type { StepHandler, StepKind } from "../signing/steps"

const handlers: Readonly<Record<StepKind, StepHandler>> = { ballot, ...shared }

export const handlerOf = (kind: string): StepHandler | undefined =>
  Object.hasOwn(handlers, kind) ? handlers[kind as StepKind] : undefined
