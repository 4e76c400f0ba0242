/** What keepers are made of. */
import { Layer } from "effect"
import { BondsLive } from "~/effects/treasury/bonds/layers.server"
import { ActOutcomes } from "./ActOutcomes.server"
import { ActRoots } from "./ActRoots.server"
import { ActsRepo } from "./ActsRepo.server"
import { AnswersRepo } from "./AnswersRepo.server"
import { Approvals } from "./Approvals.server"
import { RequestChecks } from "./check/RequestChecks.server"
import { KeeperLife } from "./KeeperLife.server"
import { Keeping } from "./Keeping.server"
import { Proposing } from "./Proposing.server"
import { Protecting } from "./Protecting.server"
import { RequestComments } from "./RequestComments.server"
import { Requests } from "./Requests.server"
import { SeatWatch } from "./SeatWatch.server"
import { StepActs } from "./StepActs.server"

export const KeepersLive = Layer.mergeAll(
  ActOutcomes.Default,
  ActRoots.Default,
  ActsRepo.Default,
  Approvals.Default,
  KeeperLife.Default,
  Keeping.Default,
  AnswersRepo.Default,
  Proposing.Default,
  Protecting.Default,
  RequestChecks.Default,
  RequestComments.Default,
  Requests.Default,
  SeatWatch.Default,
  StepActs.Default
)

/** Everything that is signed in parts. */
export const BondsAndKeepersLive = Layer.merge(BondsLive, KeepersLive)
