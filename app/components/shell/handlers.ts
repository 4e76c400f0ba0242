/** The handlers of all signed steps, by kind. Loaded once the wallet has responded to one. */
import { ballot } from "~/components/governance/votes/ballot-step"
import { handlers as shared } from "~/components/wallet/signing/handlers"
import type { RequestKind, StepHandler } from "~/components/wallet/wallet/steps"

const handlers: Readonly<Record<RequestKind, StepHandler>> = { ballot, ...shared }

export const handlerOf = (kind: string): StepHandler | undefined =>
  Object.hasOwn(handlers, kind) ? handlers[kind as RequestKind] : undefined
