/** What distributions are made of. */
import { Layer } from "effect"
import { ClaimRecords } from "./ClaimRecords.server"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionLists } from "./DistributionLists.server"
import { DistributionRows } from "./DistributionRows.server"
import { Distributions } from "./Distributions.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { PayableRows } from "./PayableRows.server"
import { PayoutApprovals } from "./PayoutApprovals.server"
import { Payouts } from "./Payouts.server"

export const DistributionsLive = Layer.mergeAll(
  Distributions.Default,
  Payouts.Default,
  PayoutApprovals.Default,
  DistributionsRepo.Default,
  DistributionLists.Default,
  DistributionRows.Default,
  PayableRows.Default,
  DistributionBatches.Default,
  ClaimRecords.Default
)
