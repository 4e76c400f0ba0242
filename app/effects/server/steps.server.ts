/**
 * The kinds of prepared transactions. A feature exports an effect that requires its services and returns its
 * `StepKind`.
 */
import { Effect, Layer } from "effect"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { LedgerSteps } from "~/effects/chain/ledger-steps/LedgerSteps.server"
import { StepChecks } from "~/effects/chain/ledger-steps/StepChecks.server"
import { StepKinds } from "~/effects/chain/ledger-steps/StepKind.server"
import { EscrowMovements } from "~/effects/chain/movements/EscrowMovements.server"
import { TreasuryMovements } from "~/effects/chain/movements/TreasuryMovements.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { ExecutionOutcomes } from "~/effects/governance/proposals/ExecutionOutcomes.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { executionStep } from "~/effects/governance/proposals/executionStep.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { couponReceipts } from "~/effects/treasury/bonds/CouponReceipts.server"
import { issueStep } from "~/effects/treasury/bonds/issueStep.server"
import { BondParkingsRepo } from "~/effects/treasury/bonds/parked/BondParkingsRepo.server"
import { bondParkSteps } from "~/effects/treasury/bonds/parked/parkSteps.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { BudgetPaymentsRepo } from "~/effects/treasury/budgets/BudgetPaymentsRepo.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { budgetSteps } from "~/effects/treasury/budgets/budgetSteps.server"
import { claimStep } from "~/effects/treasury/claims/claimStep.server"
import { badgeStep } from "~/effects/treasury/deployment/badgeStep.server"
import { deployStep } from "~/effects/treasury/deployment/deployStep.server"
import { DeploymentProofs } from "~/effects/treasury/deployment/invariants.server"
import { linksStep } from "~/effects/treasury/deployment/linksStep.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { ClaimRecords } from "~/effects/treasury/distributions/ClaimRecords.server"
import { DistributionBatches } from "~/effects/treasury/distributions/DistributionBatches.server"
import { DistributionCounters } from "~/effects/treasury/distributions/DistributionCounters.server"
import { DistributionsRepo } from "~/effects/treasury/distributions/DistributionsRepo.server"
import { dropStep } from "~/effects/treasury/distributions/dropStep.server"
import { PaidBatches } from "~/effects/treasury/distributions/PaidBatches.server"
import { PaidMarks } from "~/effects/treasury/distributions/PaidMarks.server"
import { PayableRows } from "~/effects/treasury/distributions/PayableRows.server"
import { backSteps } from "~/effects/treasury/distributions/parked/backSteps.server"
import { ParkingsRepo } from "~/effects/treasury/distributions/parked/ParkingsRepo.server"
import { parkStep } from "~/effects/treasury/distributions/parked/parkStep.server"
import { RecoveredClaims } from "~/effects/treasury/distributions/RecoveredClaims.server"
import { recoverStep } from "~/effects/treasury/distributions/recoverStep.server"
import { ActsRepo } from "~/effects/treasury/keepers/ActsRepo.server"
import { protectStep } from "~/effects/treasury/keepers/protectStep.server"

export const StepKindsLive = Layer.effect(
  StepKinds,
  Effect.map(
    Effect.all([
      Effect.all([
        deployStep,
        badgeStep,
        linksStep,
        dropStep,
        recoverStep,
        claimStep,
        issueStep,
        executionStep,
        parkStep,
        protectStep
      ]),
      backSteps,
      bondParkSteps,
      budgetSteps
    ]),
    (kinds) => kinds.flat()
  )
).pipe(
  Layer.provide(
    Layer.mergeAll(
      LedgerSteps.Default,
      ActsRepo.Default,
      TreasuryHolders.Default,
      FollowedAddresses.Default,
      EscrowMovements.Default,
      TreasuryMovements.Default,
      CommunityWrites.Default,
      ExecutionOutcomes.Default,
      Executions.Default,
      ProposalsRepo.Default,
      SeriesRepo.Default,
      DistributionsRepo.Default,
      PayableRows.Default,
      DistributionBatches.Default,
      DistributionCounters.Default,
      ClaimRecords.Default,
      DeploymentProofs.Default,
      RecoveredClaims.Default,
      PaidMarks.Default,
      ParkingsRepo.Default,
      BondParkingsRepo.Default,
      BudgetsRepo.Default,
      BudgetPaymentsRepo.Default,
      Layer.provide(PaidBatches.Default, couponReceipts)
    )
  )
)

/** Confirms prepared transactions of every kind. */
export const StepChecksLive = Layer.provide(StepChecks.Default, StepKindsLive)
