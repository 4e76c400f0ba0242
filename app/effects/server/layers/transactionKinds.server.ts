/**
 * The kinds of prepared transactions. A feature exports an effect that requires its services and returns its
 * `TransactionKind`.
 */
import { Effect, Layer } from "effect"
import { FollowedAddresses } from "~/effects/chain/indexer/FollowedAddresses.server"
import { EscrowMovements } from "~/effects/chain/movements/EscrowMovements.server"
import { TreasuryMovements } from "~/effects/chain/movements/TreasuryMovements.server"
import { PreparedTransactions } from "~/effects/chain/prepared-transactions/PreparedTransactions.server"
import { TransactionChecks } from "~/effects/chain/prepared-transactions/TransactionChecks.server"
import { TransactionKinds } from "~/effects/chain/prepared-transactions/TransactionKind.server"
import { CommunityWrites } from "~/effects/communities/communities/CommunityWrites.server"
import { PayeeNotices } from "~/effects/communities/communities/PayeeNotices.server"
import { ExecutionOutcomes } from "~/effects/governance/proposals/ExecutionOutcomes.server"
import { Executions } from "~/effects/governance/proposals/Executions.server"
import { executionStep } from "~/effects/governance/proposals/executionStep.server"
import { ProposalsRepo } from "~/effects/governance/proposals/ProposalsRepo.server"
import { couponReceipts } from "~/effects/treasury/bonds/CouponReceipts.server"
import { bondEscrowTransactions } from "~/effects/treasury/bonds/escrow/escrowPurpose.server"
import { issueStep } from "~/effects/treasury/bonds/issueStep.server"
import { SeriesRepo } from "~/effects/treasury/bonds/SeriesRepo.server"
import { Collateral } from "~/effects/treasury/bonds/secured/Collateral.server"
import { collateralStep } from "~/effects/treasury/bonds/secured/collateralStep.server"
import { BudgetPaymentsRepo } from "~/effects/treasury/budgets/BudgetPaymentsRepo.server"
import { BudgetsRepo } from "~/effects/treasury/budgets/BudgetsRepo.server"
import { budgetEscrowTransactions } from "~/effects/treasury/budgets/escrowPurpose.server"
import { payStep } from "~/effects/treasury/budgets/payStep.server"
import { claimStep } from "~/effects/treasury/claims/claimStep.server"
import { badgeStep } from "~/effects/treasury/deployment/badgeStep.server"
import { deployStep } from "~/effects/treasury/deployment/deployStep.server"
import { linksStep } from "~/effects/treasury/deployment/linksStep.server"
import { TreasuryHolders } from "~/effects/treasury/deployment/TreasuryHolders.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { ApprovalRequestsRepo } from "~/effects/treasury/multisig/ApprovalRequestsRepo.server"
import { protectStep } from "~/effects/treasury/multisig/protectStep.server"
import { DistributionBatches } from "~/effects/treasury/payouts/DistributionBatches.server"
import { DistributionRows } from "~/effects/treasury/payouts/DistributionRows.server"
import { DistributionsRepo } from "~/effects/treasury/payouts/DistributionsRepo.server"
import { dropStep } from "~/effects/treasury/payouts/dropStep.server"
import { payoutEscrowTransactions } from "~/effects/treasury/payouts/escrow/escrowPurpose.server"
import { recoverStep } from "~/effects/treasury/payouts/recoverStep.server"

export const TransactionKindsLive = Layer.effect(
  TransactionKinds,
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
        collateralStep,
        executionStep,
        protectStep,
        payStep
      ]),
      payoutEscrowTransactions,
      bondEscrowTransactions,
      budgetEscrowTransactions
    ]),
    (kinds) => kinds.flat()
  )
).pipe(
  Layer.provide(
    Layer.mergeAll(
      PreparedTransactions.Default,
      ApprovalRequestsRepo.Default,
      TreasuryHolders.Default,
      FollowedAddresses.Default,
      EscrowMovements.Default,
      TreasuryMovements.Default,
      CommunityWrites.Default,
      ExecutionOutcomes.Default,
      Executions.Default,
      ProposalsRepo.Default,
      SeriesRepo.Default,
      Collateral.Default,
      DistributionsRepo.Default,
      DistributionRows.Default,
      DistributionBatches.Default,
      EscrowsRepo.Default,
      BudgetsRepo.Default,
      BudgetPaymentsRepo.Default,
      PayeeNotices.Default,
      couponReceipts
    )
  )
)

/** Confirms prepared transactions of every kind. */
export const TransactionChecksLive = Layer.provide(TransactionChecks.Default, TransactionKindsLive)
