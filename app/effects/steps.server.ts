/** The kinds of steps. A feature exports an effect that takes the services it needs and answers its `StepKind`. */
import { Effect, Layer } from "effect"
import { issueStep } from "~/effects/bonds/issueStep.server"
import { couponReceipts } from "~/effects/bonds/receiptCoupons.server"
import { claimStep } from "~/effects/claims/claimStep.server"
import { CommunityWrites } from "~/effects/communities/CommunityWrites.server"
import { badgeStep } from "~/effects/deployment/badgeStep.server"
import { deployStep } from "~/effects/deployment/deployStep.server"
import { linksStep } from "~/effects/deployment/linksStep.server"
import { dropStep } from "~/effects/distributions/dropStep.server"
import { recoverStep } from "~/effects/distributions/recoverStep.server"
import { LedgerSteps } from "~/effects/ledger-steps/LedgerSteps.server"
import { StepChecks } from "~/effects/ledger-steps/StepChecks.server"
import { StepKinds } from "~/effects/ledger-steps/StepKind.server"
import { executionStep } from "~/effects/proposals/executionStep.server"

export const StepKindsLive = Layer.effect(
  StepKinds,
  Effect.all([deployStep, badgeStep, linksStep, dropStep, recoverStep, claimStep, issueStep, executionStep])
).pipe(Layer.provide(Layer.mergeAll(couponReceipts, LedgerSteps.Default, CommunityWrites.Default)))

/** Proves steps of every kind. */
export const StepChecksLive = Layer.provide(StepChecks.Default, StepKindsLive)
