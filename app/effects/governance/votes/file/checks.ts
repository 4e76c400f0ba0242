/** The single checks of a ballot file; each returns its findings. Pure. */

import { canonical, type Json } from "~/effects/base/text/canonical"
import { type Ballot, ballotDigest, isSealedBallot } from "../ballot/Ballot"
import { startCount } from "../count/result"
import type { Draw } from "../count/ties"
import { awaitsDraw } from "../count/words"
import { isAccountOf } from "../fields"
import { proposalDigest } from "../proposal/FrozenProposal"
import { contentProblem } from "../sealed/intake"
import type { Result, Tally } from "../Tally"
import type { BallotFile } from "./BallotFile"
import { type Findings, findingsOf, makeFindings, of, together } from "./findings"
import type { Gathered } from "./gathered"
import type { Pace } from "./pace"
import type { Finding } from "./Report"
import type { Around } from "./slices"

/** Whether it is a sealed vote's file from before its opening. */
export const isUnopened = ({ beacon, proposal }: Pick<BallotFile, "beacon" | "proposal">): boolean =>
  proposal.beacon !== undefined && beacon === undefined

/** Whether some of its choices are still hidden. */
export const hasHidden = ({ casts }: Pick<Gathered, "casts">): boolean => casts.includes(null)

/** Checks the members of the head against each other. */
export const checkHead = ({ casts, head, isMixed }: Gathered): Findings => {
  const { networkId, proposal } = head
  const findings = makeFindings()
  if (networkId !== proposal.networkId) findings.add(of("networkId", "The proposal is from another network."))
  if (!isAccountOf(networkId, head.dAppDefinitionAddress)) {
    findings.add(of("dAppDefinitionAddress", "This is not an account on the test network."))
  }
  const isHidden = hasHidden({ casts })
  if (isMixed || (isHidden && casts.some((cast) => cast !== null))) {
    findings.add(of("ballots", "Some ballots are sealed and others are not."))
  }
  if ((isHidden || isUnopened(head)) && head.tally !== null)
    findings.add(of("tally", "Ballots are sealed, but a result is stated."))
  return findings
}

/** What is wrong with a ballot's text; undefined if it is valid. */
export const hashProblem = (
  { networkId, proposal, proposalDigest: digest }: Around,
  ballot: Ballot,
  stated: string
): string | undefined => {
  if (ballotDigest(ballot) !== stated) return "Its hash does not match its text."
  const isForThisVote =
    ballot.networkId === networkId &&
    ballot.community === proposal.community.id &&
    ballot.proposal === proposal.proposal &&
    ballot.proposalDigest === digest
  if (!isForThisVote) return "It is for another vote."
  if (ballot.castAt < proposal.opensAt || ballot.castAt >= proposal.closesAt)
    return "It was cast outside the voting time."
  if (contentProblem(proposal, ballot) === undefined) return undefined
  return isSealedBallot(ballot)
    ? "Its sealed part does not have the form that this vote requires."
    : "Its choice is not one that this vote offers."
}

const one = (isRight: boolean, where: string, words: string): Findings => findingsOf(isRight ? [] : [of(where, words)])

export const checkHashes = ({ found, head }: Gathered): Findings => {
  const isRight = proposalDigest(head.proposal) === head.proposalDigest
  return together([one(isRight, "proposal", "The proposal's hash does not match its text and rules."), found.digests])
}

export const checkChain = ({ end, found, head }: Gathered): Findings =>
  together([found.chain, one(end === head.headHash, "headHash", "The head of the chain is not the last ballot's.")])

export const checkWeights = ({ digests, eligibleWeight, found, head, voters }: Gathered): Findings => {
  const { snapshot } = head.proposal
  const addsUp = voters === snapshot.eligibleCount && eligibleWeight === snapshot.eligibleWeight
  return together([
    found.order,
    one(
      digests.voters === snapshot.digest,
      "voters",
      "The list of voters is not the one that was frozen at the opening."
    ),
    one(addsUp, "voters", "The list of voters does not add up to the numbers that the proposal states."),
    found.weighed
  ])
}

const same = (one: unknown, other: unknown) => canonical(one as Json) === canonical(other as Json) // both passed a schema

/** The delegations for counting; null without any. */
export const delegationsIn = ({ head, loans, weights }: Pick<Gathered, "head" | "loans" | "weights">) => {
  if (head.delegations === undefined) return null
  const excluded = head.excludedDelegations ?? {}
  return loans.map(({ from, to }) => ({
    from,
    to,
    weight: weights.get(from) ?? "0",
    isExcluded: Object.hasOwn(excluded, from)
  }))
}

/** What ties are drawn with; null if the file has no signature. */
export const drawOf = ({ beacon, proposalDigest: digest }: BallotFile): Draw | null =>
  beacon === undefined ? null : { proposalDigest: digest, signature: beacon.signature }

/** Counts from the first ballot. Ballots that cannot be counted (a choice of another vote) were reported before. */
export const countAgain = async (gathered: Gathered, pace: Pace): Promise<Tally> => {
  const counting = startCount(gathered.head.proposal, drawOf(gathered.head))
  await pace.each(gathered.casts, (cast) => {
    if (cast !== null && cast.choice !== null) {
      counting.add({ account: cast.account, choice: cast.choice, weight: cast.weight })
    }
  })
  return counting.end(delegationsIn(gathered)).tally
}

/** Checks that a count gives what the file states. */
export const checkCount = (tally: Tally, stated: Result | null): ReadonlyArray<Finding> => {
  if (stated !== null && awaitsDraw(tally)) {
    return [
      of(
        "beacon",
        "A draw decides a tie in this vote, but the file has no beacon signature for the round of that draw."
      )
    ]
  }
  const { words: _words, ...result } = tally
  return stated === null || same(result, stated) ? [] : [of("tally", "The count does not give the stated result.")]
}
