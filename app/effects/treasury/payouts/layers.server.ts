/** Layers of the payouts feature. */
import { Layer } from "effect"
import { MembersRepo } from "~/effects/communities/members/MembersRepo.server"
import { EscrowsRepo } from "~/effects/treasury/escrow/EscrowsRepo.server"
import { Relayer } from "~/effects/treasury/relayer/Relayer.server"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionRows } from "./DistributionRows.server"
import { Distributions } from "./Distributions.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { PayoutEscrowWorker } from "./escrow/escrowPurpose.server"
import { PayoutEscrows } from "./escrow/PayoutEscrows.server"
import { PayoutApprovals } from "./PayoutApprovals.server"
import { Payouts } from "./Payouts.server"
import { RecurringPayouts } from "./recurring/RecurringPayouts.server"

export const DistributionsLive = Layer.mergeAll(
  Distributions.Default,
  Payouts.Default,
  PayoutApprovals.Default,
  DistributionsRepo.Default,
  DistributionRows.Default,
  DistributionBatches.Default,
  MembersRepo.Default,
  PayoutEscrows.Default,
  EscrowsRepo.Default,
  PayoutEscrowWorker.Default,
  RecurringPayouts.Default,
  Relayer.Default
)
