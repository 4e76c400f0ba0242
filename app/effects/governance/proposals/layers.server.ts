/** The services of proposals and votes: this room's part of the composition. */
import { Layer } from "effect"
import { BallotBox } from "~/effects/governance/votes/BallotBox.server"
import { BallotsRepo } from "~/effects/governance/votes/BallotsRepo.server"
import { OwnVotes } from "~/effects/governance/votes/OwnVotes.server"
import { VoteIntake } from "~/effects/governance/votes/VoteIntake.server"
import { Closings } from "./Closings.server"
import { Executions } from "./Executions.server"
import { Openings } from "./Openings.server"
import { ProposalDrafts } from "./ProposalDrafts.server"
import { ProposalsRepo } from "./ProposalsRepo.server"

/** Needs activity, notifications and the ledger. Publishing is Proposals', which needs threads besides. */
export const VotingLive = Layer.mergeAll(
  BallotBox.Default,
  BallotsRepo.Default,
  Closings.Default,
  Executions.Default,
  Openings.Default,
  OwnVotes.Default,
  ProposalDrafts.Default,
  ProposalsRepo.Default,
  VoteIntake.Default
)
