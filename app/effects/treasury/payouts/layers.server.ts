/** Layers of the payouts feature. */
import { Layer } from "effect"
import { MembersRepo } from "~/effects/communities/members/MembersRepo.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { ClaimRecords } from "./ClaimRecords.server"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionLists } from "./DistributionLists.server"
import { DistributionRows } from "./DistributionRows.server"
import { Distributions } from "./Distributions.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { PayoutEscrowWorker } from "./escrow/escrowPurpose.server"
import { PayoutEscrows } from "./escrow/PayoutEscrows.server"
import { RunsInEscrow } from "./escrow/RunsInEscrow.server"
import { PayableRows } from "./PayableRows.server"
import { PayoutApprovals } from "./PayoutApprovals.server"
import { Payouts } from "./Payouts.server"
import { RecurringNotices } from "./recurring/RecurringNotices.server"
import { RecurringPayouts } from "./recurring/RecurringPayouts.server"

export const DistributionsLive = Layer.mergeAll(
  Distributions.Default,
  Payouts.Default,
  PayoutApprovals.Default,
  DistributionsRepo.Default,
  DistributionLists.Default,
  DistributionRows.Default,
  PayableRows.Default,
  DistributionBatches.Default,
  ClaimRecords.Default,
  MembersRepo.Default,
  PayoutEscrows.Default,
  EscrowsRepo.Default,
  PayoutEscrowWorker.Default,
  RunsInEscrow.Default,
  RecurringPayouts.Default,
  Relayer.Default
)

/** Layers of the jobs that pay without an open page. */
export const EscrowPayoutsLive = Layer.merge(PayoutEscrowWorker.Default, RecurringNotices.Default)
