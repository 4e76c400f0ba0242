/** Layers of the payouts feature. */
import { Layer } from "effect"
import { MembersRepo } from "~/effects/communities/members/MembersRepo.server"
import { Settler } from "~/effects/treasury/settler/Settler.server"
import { ClaimRecords } from "./ClaimRecords.server"
import { DistributionBatches } from "./DistributionBatches.server"
import { DistributionLists } from "./DistributionLists.server"
import { DistributionRows } from "./DistributionRows.server"
import { Distributions } from "./Distributions.server"
import { DistributionsRepo } from "./DistributionsRepo.server"
import { PayableRows } from "./PayableRows.server"
import { PayoutApprovals } from "./PayoutApprovals.server"
import { Payouts } from "./Payouts.server"
import { ParkedPayouts } from "./parked/ParkedPayouts.server"
import { ParkedRuns } from "./parked/ParkedRuns.server"
import { Parkings } from "./parked/Parkings.server"
import { ParkingsRepo } from "./parked/ParkingsRepo.server"
import { RunsParked } from "./parked/RunsParked.server"
import { StandingNews } from "./standing/StandingNews.server"
import { StandingRuns } from "./standing/StandingRuns.server"

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
  Parkings.Default,
  ParkingsRepo.Default,
  ParkedRuns.Default,
  RunsParked.Default,
  StandingRuns.Default,
  Settler.Default
)

/** Layers of the jobs that pay without an open page. */
export const ParkedPayoutsLive = Layer.merge(ParkedPayouts.Default, StandingNews.Default)
