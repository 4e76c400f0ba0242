/** Layer of the services of proposals and votes. */
import { Layer } from "effect"
import { Delegates } from "~/effects/governance/delegations/Delegates.server"
import { Delegations } from "~/effects/governance/delegations/Delegations.server"
import { DelegationsRepo } from "~/effects/governance/delegations/DelegationsRepo.server"
import { ProposalTemplates } from "~/effects/governance/proposal-templates/ProposalTemplates.server"
import { BallotBatches } from "~/effects/governance/votes/BallotBatches.server"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { BallotNonces } from "~/effects/governance/votes/BallotNonces.server"
import { BallotsRepo } from "~/effects/governance/votes/BallotsRepo.server"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { SealedThread } from "~/effects/governance/votes/sealed/SealedThread.server"
import { VoteIntake } from "~/effects/governance/votes/VoteIntake.server"
import { VoteReads } from "~/effects/governance/votes/VoteReads.server"
import { VoterList } from "~/effects/governance/votes/VoterList.server"
import { VotesRepo } from "~/effects/governance/votes/VotesRepo.server"
import { VotingAccounts } from "~/effects/governance/votes/VotingAccounts.server"
import { Closings } from "./Closings.server"
import { Executions } from "./Executions.server"
import { Objections } from "./Objections.server"
import { Openings } from "./Openings.server"
import { ProposalDrafts } from "./ProposalDrafts.server"
import { ProposalDraftsRepo } from "./ProposalDraftsRepo.server"
import { ProposalListsRepo } from "./ProposalListsRepo.server"
import { ProposalsRepo } from "./ProposalsRepo.server"

/** Needs activity, notifications and the ledger. Publishing is in Proposals, which also needs threads. */
export const VotingLive = Layer.mergeAll(
  BallotBatches.Default,
  BallotBox.Default,
  BallotNonces.Default,
  BallotsRepo.Default,
  Closings.Default,
  Delegates.Default,
  Delegations.Default,
  Executions.Default,
  Objections.Default,
  Openings.Default,
  DelegationsRepo.Default,
  OwnVotes.Default,
  ProposalDrafts.Default,
  ProposalDraftsRepo.Default,
  ProposalListsRepo.Default,
  ProposalsRepo.Default,
  ProposalTemplates.Default,
  SealedThread.Default,
  VoteIntake.Default,
  VoteReads.Default,
  VoterList.Default,
  VotesRepo.Default,
  VotingAccounts.Default
)
