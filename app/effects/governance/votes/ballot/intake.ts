/**
 * Taking a ballot (docs/product/votes.md): every check except the wallet's signature, and the chain link. Pure. The
 * caller reads what is known and stores the result, in one transaction.
 */
import { Either, Schema } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { addBallot, type CountedBallot, rankingOf, replaceBallot } from "../count/Count"
import { isAccountOf, type ProposalId, STRICT } from "../fields"
import { type Eligibility, eligibilityOf, type Ineligible, type VoterState } from "../proposal/eligibility"
import type { FrozenProposal } from "../proposal/FrozenProposal"
import type { ProposalStatus } from "../proposal/Proposal"
import { addSealed, contentProblem } from "../sealed/intake"
import type { Sums } from "../Tally"
import { append, Ballot, BallotProof, ballotDigest, type ChainEnd, isSealedBallot, type OpenEntry } from "./Ballot"
import { CHANGES_AN_HOUR, CHANGES_IN_ALL, type Changes, changesLeft } from "./changes"
import {
  BallotChangedTooOften,
  type BallotCopied,
  BallotNotPrepared,
  BallotOutOfTurn,
  BallotRefused,
  BallotSent,
  NoChangesLeft,
  NotEligible,
  VotingCancelled,
  VotingNotOpen,
  VotingOver
} from "./errors"

/** A nonce is valid for 5 minutes, like every challenge (docs/product/votes.md). */
export const BALLOT_LIFE_MS = 300_000

/** What the server stored when it prepared the ballot. */
export interface Prepared {
  readonly nonce: string
  readonly account: AccountAddress
  readonly proposal: ProposalId
  /** As on the ballot. */
  readonly castAt: string
  readonly used: boolean
}

export interface Intake {
  readonly proposal: FrozenProposal
  readonly proposalDigest: string
  readonly status: ProposalStatus
  readonly voter: VoterState
  /** The account with the session; nobody else may cast the ballot. */
  readonly account: AccountAddress
  /** Found by the ballot's nonce; undefined if the nonce is unknown. */
  readonly prepared: Prepared | undefined
  /** The account's latest ballot on this proposal; null before the first. */
  readonly latestDigest: string | null
  /** How often the account has replaced its ballot on this proposal. */
  readonly changes: Changes
  readonly now: number
}

export type BallotFailure =
  | BallotCopied
  | BallotRefused
  | BallotNotPrepared
  | BallotSent
  | BallotOutOfTurn
  | BallotChangedTooOften
  | NoChangesLeft
  | VotingOver
  | VotingNotOpen
  | VotingCancelled
  | NotEligible

/** A ballot that may be counted once its signature is verified. */
export interface CheckedBallot {
  readonly ballot: Ballot
  readonly proof: BallotProof
  readonly weight: string
  /** The challenge that the wallet must have signed. */
  readonly digest: string
}

/** The request body: these fields, no others, each in its only valid form. */
export const Sent = Schema.Struct({ ballot: Ballot, proof: BallotProof })
const readSent = Schema.decodeUnknownOption(Sent, STRICT)

const refuse = (message: string) => Either.left(new BallotRefused({ message }))

/** Decodes a request body. */
export const readBallot = (body: unknown): Either.Either<typeof Sent.Type, BallotRefused> =>
  Either.fromOption(readSent(body), () => new BallotRefused({ message: "This is not a ballot of this site." }))

interface When {
  readonly status: ProposalStatus
  /** Unix milliseconds. */
  readonly opensAt: number
  readonly closesAt: number
}

const ineligible = ({ code, words }: Ineligible, { closesAt, opensAt, status }: When) => {
  if (code === "NOT_OPEN") return new VotingNotOpen({ message: words, opensAt })
  if (code !== "CLOSED") return new NotEligible({ code, message: words })
  return status === "cancelled" ? new VotingCancelled() : new VotingOver({ closedAt: closesAt })
}

const whenOf = ({ proposal, status }: Pick<Intake, "proposal" | "status">): When => ({
  status,
  opensAt: Date.parse(proposal.opensAt),
  closesAt: Date.parse(proposal.closesAt)
})

/**
 * Why nobody can vote on a proposal that is not open yet; undefined for one that nobody may know of, such as a draft.
 */
export const refusalBefore = (
  vote: Parameters<typeof eligibilityOf>[0],
  voter: VoterState,
  now: number
): BallotFailure | undefined => {
  if (vote.status === "draft" || vote.status === "discarded") return undefined
  const eligibility = eligibilityOf(vote, voter, now)
  return eligibility.ok ? undefined : ineligible(eligibility, vote)
}

/** If a hash is given, the address was checked before, and does not change. */
const isForThisVote = ({ ballot, digest }: SignedBallot, { proposal, proposalDigest }: Intake) =>
  ballot.networkId === proposal.networkId &&
  ballot.community === proposal.community.id &&
  ballot.proposal === proposal.proposal &&
  ballot.proposalDigest === proposalDigest &&
  (digest !== undefined || isAccountOf(proposal.networkId, ballot.account))

type VoteNow = Pick<Intake, "proposal" | "status" | "voter">

const eligibilityNow = ({ proposal, status, voter }: VoteNow, now: number): Eligibility =>
  eligibilityOf(
    {
      status,
      opensAt: Date.parse(proposal.opensAt),
      closesAt: Date.parse(proposal.closesAt),
      minMembershipHours: proposal.eligibility.minMembershipHours,
      weightMode: proposal.weightMode,
      snapshot: proposal.snapshot
    },
    voter,
    now
  )

/** Why this voter cannot vote now; undefined if they can. */
export const refusalOf = (vote: VoteNow, now: number): BallotFailure | undefined => {
  const eligibility = eligibilityNow(vote, now)
  return eligibility.ok ? undefined : ineligible(eligibility, whenOf(vote))
}

/** Refuses a ballot that would replace another once too often. */
export const checkChange = (
  changes: Changes,
  now: number
): Either.Either<void, BallotChangedTooOften | NoChangesLeft> => {
  const { inAll, nextAt } = changesLeft(changes, now)
  if (inAll === 0) return Either.left(new NoChangesLeft({ most: CHANGES_IN_ALL }))
  if (nextAt === null) return Either.void
  return Either.left(
    new BallotChangedTooOften({ most: CHANGES_AN_HOUR, nextAt, retryAfter: Math.ceil((nextAt - now) / 1_000) })
  )
}

/** A received ballot; when it is checked again, with the hash computed before. */
export interface SignedBallot {
  readonly ballot: Ballot
  readonly proof: BallotProof
  readonly digest?: string
}

/** Every rule except the signature, in the order in which the messages are most useful. */
export const checkBallot = (sent: SignedBallot, intake: Intake): Either.Either<CheckedBallot, BallotFailure> => {
  const { ballot, digest, proof } = sent
  const { now, prepared, proposal } = intake
  const eligibility = eligibilityNow(intake, now)
  if (!eligibility.ok) return Either.left(ineligible(eligibility, whenOf(intake)))
  if (ballot.account !== intake.account) return refuse("This ballot is for another account.")
  if (!isForThisVote(sent, intake)) return refuse("This ballot is for another vote.")

  const isKnown =
    prepared !== undefined &&
    prepared.nonce === ballot.nonce &&
    prepared.account === ballot.account &&
    prepared.proposal === ballot.proposal &&
    prepared.castAt === ballot.castAt
  if (!isKnown) return Either.left(new BallotNotPrepared())
  if (prepared.used) return Either.left(new BallotSent())
  if (now - Date.parse(prepared.castAt) >= BALLOT_LIFE_MS) return Either.left(new BallotNotPrepared())
  if (ballot.supersedes !== intake.latestDigest) return Either.left(new BallotOutOfTurn())

  const problem = contentProblem(proposal, ballot)
  if (problem !== undefined) return refuse(problem)
  const change = ballot.supersedes === null ? Either.void : checkChange(intake.changes, now)
  if (Either.isLeft(change)) return Either.left(change.left)
  return Either.right({ ballot, proof, weight: eligibility.weight, digest: digest ?? ballotDigest(ballot) })
}

/** What storing needs to know of the vote so far. */
export interface VoteTally {
  readonly end: ChainEnd
  readonly sums: Sums
  /** The voter's ballot that counted until now. */
  readonly former: CountedBallot | null
}

export interface Cast {
  readonly entry: OpenEntry
  readonly sums: Sums
  /** Of a ranked vote: which ranking gains the weight, and which loses it. */
  readonly ranking: { readonly gains: string | null; readonly loses: string | null }
}

/** The next link and the next sums; the signature is already verified. */
export const castBallot = (proposal: FrozenProposal, tally: VoteTally, accepted: CheckedBallot): Cast => {
  const { ballot, digest, proof, weight } = accepted
  const { former } = tally
  const entry = append(tally.end, ballot, weight, proof, digest)
  if (isSealedBallot(ballot)) {
    return { entry, sums: addSealed(tally.sums, ballot, weight), ranking: { gains: null, loses: null } }
  }
  const counted = { choice: ballot.choice, weight }
  return {
    entry,
    sums:
      former === null ? addBallot(proposal, tally.sums, counted) : replaceBallot(proposal, tally.sums, former, counted),
    ranking: {
      gains: rankingOf(proposal, ballot.choice),
      loses: former === null ? null : rankingOf(proposal, former.choice)
    }
  }
}
