/** From rows of sealed votes to what pages show of them. */
import type { BallotRow } from "~/effects/governance/votes/BallotsRepo.server"
import { type Ballot, isSealedBallot } from "~/effects/governance/votes/ballot/Ballot"
import { isUnread } from "~/effects/governance/votes/sealed/intake"
import type { Content } from "~/effects/governance/votes/sealed/SealedBody"
import type { ProposalRow } from "./rows.server"
import type { SealedView } from "./sealedViews"

export const sealedOf = ({
  frozen,
  proposalDigest,
  sealedOpened,
  sealedSignature,
  sealedTries,
  sealedUntil
}: ProposalRow): SealedView | null =>
  frozen?.beacon === undefined || sealedUntil === null || proposalDigest === null
    ? null
    : {
        beacon: frozen.beacon,
        sealedBody: frozen.sealedBody,
        proposalDigest,
        until: sealedUntil,
        signature: sealedSignature,
        tries: sealedTries ?? 0,
        opened: sealedOpened ?? 0
      }

/** @param isShown whether the vote is counted, and this reader may know it. What a ballot says; of a sealed one, what it held. */
export const contentOf = (ballot: BallotRow, open: Ballot | null, isShown: boolean): Content | null => {
  if (open === null) return null
  if (!isSealedBallot(open)) return open
  return isShown && ballot.spoilt === null && !isUnread(ballot.choice)
    ? { choice: ballot.choice, reason: ballot.reason }
    : null
}
