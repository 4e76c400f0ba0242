/** The single checks of a ballot file. Pure but for the signatures; each returns what does not hold. */

import { canonical, type Json } from "~/effects/base/text/canonical"
import { entryHash } from "~/effects/base/text/digest"
import type { OpenEntry } from "../ballot/Ballot"
import { ballotDigest, isSealedBallot } from "../ballot/Ballot"
import { recount } from "../count/result"
import { isAccountOf } from "../fields"
import { proposalDigest } from "../proposal/FrozenProposal"
import { contentProblem } from "../sealed/intake"
import { listDigest } from "../snapshot"
import type { Tally } from "../Tally"
import { sumOf } from "../weight"
import type { BallotFile } from "./BallotFile"
import { loansOf } from "./checkLent"
import type { Pace } from "./pace"
import type { Finding } from "./Report"

const ofBallot = (index: number, words: string): Finding => ({
  row: index + 1,
  where: `ballot ${index + 1}`,
  words
})
const of = (where: string, words: string): Finding => ({ row: null, where, words })

export const isOpen = (entry: BallotFile["ballots"][number]): entry is OpenEntry =>
  entry.ballot !== null && entry.weight !== null

/** A sealed vote's file from before its opening. */
export const isUnopened = ({ beacon, proposal }: BallotFile): boolean =>
  proposal.beacon !== undefined && beacon === undefined

/** What the head says of itself. */
export const checkHead = (file: BallotFile): ReadonlyArray<Finding> => {
  const { networkId, proposal } = file
  const findings: Array<Finding> = []
  if (networkId !== proposal.networkId) findings.push(of("networkId", "The proposal is of another network."))
  if (!isAccountOf(networkId, file.dAppDefinitionAddress)) {
    findings.push(of("dAppDefinitionAddress", "It is no account of this network."))
  }
  const sealed = file.ballots.filter((entry) => !isOpen(entry))
  const isMixed = sealed.some((entry) => (entry.ballot === null) !== (entry.weight === null))
  if (isMixed || (sealed.length > 0 && sealed.length < file.ballots.length)) {
    findings.push(of("ballots", "Some ballots are sealed and others are not."))
  }
  if ((sealed.length > 0 || isUnopened(file)) && file.tally !== null)
    findings.push(of("tally", "Ballots are sealed, and a result is stated."))
  return findings
}

const digestProblem = (file: BallotFile, { ballot, digest }: OpenEntry): string | undefined => {
  const { proposal } = file
  if (ballotDigest(ballot) !== digest) return "Its digest does not fit its text."
  const isForThisVote =
    ballot.networkId === file.networkId &&
    ballot.community === proposal.community.id &&
    ballot.proposal === proposal.proposal &&
    ballot.proposalDigest === file.proposalDigest
  if (!isForThisVote) return "It is for another vote."
  if (ballot.castAt < proposal.opensAt || ballot.castAt >= proposal.closesAt)
    return "It was cast outside the voting time."
  if (contentProblem(proposal, ballot) === undefined) return undefined
  return isSealedBallot(ballot)
    ? "Its sealed part is not as this vote's must be."
    : "Its choice is not one that this vote offers."
}

export const checkDigests = async (file: BallotFile, pace: Pace): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  if (proposalDigest(file.proposal) !== file.proposalDigest) {
    findings.push(of("proposal", "The proposal's digest does not fit its text and rules."))
  }
  await pace.each(file.ballots, (entry, index) => {
    const problem = isOpen(entry) ? digestProblem(file, entry) : undefined
    if (problem !== undefined) findings.push(ofBallot(index, problem))
  })
  return findings
}

export const SIGNATURE_PROBLEM =
  "Its signature does not fit its digest. The ballot was changed after it was signed, or the file is damaged."
export const signatureFinding = (index: number): Finding => ofBallot(index, SIGNATURE_PROBLEM)

export const checkChain = async (file: BallotFile, pace: Pace): Promise<ReadonlyArray<Finding>> => {
  const findings: Array<Finding> = []
  const latest = new Map<string, string>()
  const nonces = new Set<string>()
  let head = file.proposalDigest
  await pace.each(file.ballots, (entry, index) => {
    if (entry.seq !== index + 1 || entry.prevHash !== head) {
      findings.push(
        ofBallot(index, "It does not follow the ballot before it: one was dropped, added or moved at this place.")
      )
    }
    if (entryHash(entry.prevHash, entry.digest, entry.proof.signature) !== entry.entryHash) {
      findings.push(ofBallot(index, "Its link in the chain does not fit its digest and signature."))
    }
    head = entry.entryHash
    if (!isOpen(entry)) return
    const { account, nonce, supersedes } = entry.ballot
    if (supersedes !== (latest.get(account) ?? null)) {
      findings.push(ofBallot(index, "It does not name this voter's ballot before it."))
    }
    if (nonces.has(nonce)) findings.push(ofBallot(index, "Its nonce was used before."))
    nonces.add(nonce)
    latest.set(account, entry.digest)
  })
  if (head !== file.headHash) findings.push(of("headHash", "The head of the chain is not the last ballot's."))
  return findings
}

export const checkWeights = async (file: BallotFile, pace: Pace): Promise<ReadonlyArray<Finding>> => {
  const { snapshot } = file.proposal
  const findings: Array<Finding> = []
  await pace.each(file.voters, ({ account }, index) => {
    const before = file.voters[index - 1]
    if ((before !== undefined && before.account >= account) || !isAccountOf(file.networkId, account)) {
      findings.push(of(`voter ${index + 1}`, "It is out of order, there twice, or no account of this network."))
    }
  })
  if (listDigest(file.voters) !== snapshot.digest) {
    findings.push(of("voters", "The list of voters is not the one that was frozen at the opening."))
  }
  if (
    file.voters.length !== snapshot.eligibleCount ||
    sumOf(file.voters.map((v) => v.weight)) !== snapshot.eligibleWeight
  ) {
    findings.push(of("voters", "The list of voters does not add up to what the proposal says."))
  }
  const weights = new Map(file.voters.map(({ account, weight }) => [account, weight]))
  await pace.each(file.ballots, (entry, index) => {
    if (!isOpen(entry)) return
    const weight = weights.get(entry.ballot.account)
    if (weight === undefined) findings.push(ofBallot(index, "Its account is not on the list of voters."))
    else if (weight !== entry.weight) findings.push(ofBallot(index, "Its weight is not the one on the list of voters."))
  })
  return findings
}

const same = (one: unknown, other: unknown) => canonical(one as Json) === canonical(other as Json) // both passed a schema

/**
 * The count from the first ballot. What cannot be counted (a choice of another vote) was found before.
 *
 * @param opened what the sealed ballots of a file gave; nothing of a file that has none.
 */
export const checkCount = (
  file: BallotFile,
  opened?: Tally
): { readonly tally: Tally; readonly findings: ReadonlyArray<Finding> } => {
  const plain = file.ballots
    .filter(isOpen)
    .flatMap(({ ballot, weight }) => (isSealedBallot(ballot) ? [] : [{ ballot, weight }]))
  const tally =
    opened ??
    recount(
      file.proposal,
      plain.map(({ ballot, weight }) => ({ account: ballot.account, choice: ballot.choice, weight })),
      loansOf(file)
    ).tally
  const { words: _words, ...result } = tally
  const findings =
    file.tally === null || same(result, file.tally) ? [] : [of("tally", "The count does not give the stated result.")]
  return { tally, findings }
}
