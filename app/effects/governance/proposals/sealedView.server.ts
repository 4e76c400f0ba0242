/** Converts rows of sealed votes to view data. */
import type { BallotRow } from "~/effects/governance/votes/BallotsRepo.server"
import { type Ballot, isSealedBallot } from "~/effects/governance/votes/ballot/Ballot"
import { isUnread } from "~/effects/governance/votes/sealed/intake"
import type { Content } from "~/effects/governance/votes/sealed/SealedBody"
import type { ProposalRow } from "./rows.server"
import type { DrawView, SealedView, TieRuleName } from "./sealedViews"

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

/**
 * Content of a ballot; of a sealed one, the content after opening.
 * @param isShown whether the vote is counted and this reader may see results.
 */
export const contentOf = (ballot: BallotRow, open: Ballot | null, isShown: boolean): Content | null => {
  if (open === null) return null
  if (!isSealedBallot(open)) return open
  return isShown && ballot.spoilt === null && !isUnread(ballot.choice)
    ? { choice: ballot.choice, reason: ballot.reason }
    : null
}

export const tieRuleOf = ({ frozen, voteType }: ProposalRow): TieRuleName | null => {
  if (voteType !== "ranked") return null
  if (frozen === null) return "soon"
  if (frozen.ties === undefined) return "before"
  return frozen.ties.beacon === null ? "list" : "draw"
}

/** A vote's due time differs from its close only while it waits for a draw. */
export const drawOf = (row: ProposalRow): DrawView | null => {
  const { closesAt, dueAt, frozen, sealedSignature, sealedTries, sealedUntil, status } = row
  const beacon = frozen?.beacon === undefined ? frozen?.ties?.beacon : null
  if (beacon == null || sealedUntil === null) return null
  const isAwaited = status === "uncountable" || (status === "active" && dueAt !== null && dueAt > closesAt)
  return isAwaited || sealedSignature !== null
    ? { beacon, until: sealedUntil, signature: sealedSignature, tries: sealedTries ?? 0 }
    : null
}
