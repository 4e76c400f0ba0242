/** The kinds of steps. A feature exports an effect that takes the services it needs and answers its `StepKind`. */
import { Effect } from "effect"
import { issueStep } from "../bonds/issueStep.server"
import { claimStep } from "../claims/claimStep.server"
import { badgeStep } from "../deployment/badgeStep.server"
import { deployStep } from "../deployment/deployStep.server"
import { linksStep } from "../deployment/linksStep.server"
import { dropStep } from "../distributions/dropStep.server"
import { recoverStep } from "../distributions/recoverStep.server"
import { executionStep } from "../proposals/executionStep.server"

export const stepKinds = Effect.all([
  deployStep,
  badgeStep,
  linksStep,
  dropStep,
  recoverStep,
  claimStep,
  issueStep,
  executionStep
])
