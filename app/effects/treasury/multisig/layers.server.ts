/** What signers are made of. */
import { Layer } from "effect"
import { BondsLive } from "~/effects/treasury/bonds/layers.server"
import { ApprovalRequestsRepo } from "./ApprovalRequestsRepo.server"
import { Approvals } from "./Approvals.server"
import { RequestChecks } from "./check/RequestChecks.server"
import { Proposing } from "./Proposing.server"
import { Protecting } from "./Protecting.server"
import { RequestComments } from "./RequestComments.server"
import { RequestOutcomes } from "./RequestOutcomes.server"
import { RequestRoots } from "./RequestRoots.server"
import { Requests } from "./Requests.server"
import { RequestWorker } from "./RequestWorker.server"
import { SignerAccess } from "./SignerAccess.server"
import { SignerResponsesRepo } from "./SignerResponsesRepo.server"
import { TransactionRequests } from "./TransactionRequests.server"

export const MultisigLive = Layer.mergeAll(
  RequestOutcomes.Default,
  RequestRoots.Default,
  ApprovalRequestsRepo.Default,
  Approvals.Default,
  RequestWorker.Default,
  SignerAccess.Default,
  SignerResponsesRepo.Default,
  Proposing.Default,
  Protecting.Default,
  RequestChecks.Default,
  RequestComments.Default,
  Requests.Default,
  TransactionRequests.Default
)

/** Everything that is signed in parts. */
export const BondsAndMultisigLive = Layer.merge(BondsLive, MultisigLive)
