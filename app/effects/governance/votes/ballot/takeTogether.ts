/**
 * Takes ballots that were received together one after the other; each is checked against what the former ones changed. Pure:
 * the caller reads what is known and writes the result, in one transaction (BallotBatches.server.ts).
 */
import { Either } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { CountedBallot } from "../count/Count"
import type { ProposalId } from "../fields"
import type { FrozenProposal } from "../proposal/FrozenProposal"
import type { ProposalStatus } from "../proposal/Proposal"
import type { Sums } from "../Tally"
import { readVotes } from "../weight"
import { type ChainEnd, isSealedBallot, type OpenEntry } from "./Ballot"
import { type Changes, oneMore } from "./changes"
import { BallotCopied, BallotRefused } from "./errors"
import { type BallotFailure, castBallot, checkBallot, type Intake, type Prepared, type SignedBallot } from "./intake"

/** A decoded ballot, with whose it is and when it came. */
export interface ReceivedBallot {
  readonly sent: SignedBallot
  /** The account with the session. */
  readonly account: AccountAddress
  /** Unix milliseconds, when the request came in. */
  readonly received: number
}

/** What is known of a vote while its tally is locked. */
export interface HeldVote {
  readonly proposal: FrozenProposal
  readonly proposalDigest: string
  readonly status: ProposalStatus
  readonly end: ChainEnd
  readonly sums: Sums
}

/** What is known of a voter, by vote and account. */
export interface HeldVoter {
  readonly voter: Intake["voter"]
  /** Hash of the ballot that counts until now; null before the first. */
  readonly latestDigest: string | null
  readonly former: CountedBallot | null
  readonly changes: Changes
}

export interface HeldFacts {
  readonly votes: ReadonlyMap<string, HeldVote>
  readonly voterOf: (proposal: ProposalId, account: AccountAddress, received: number) => HeldVoter
  readonly prepared: ReadonlyMap<string, Prepared>
  /**
   * The account that cast a ballot with this sealed part, identified by its `U`, in this vote; undefined if there is
   * none.
   */
  readonly sealerOf: (proposal: ProposalId, U: string) => string | undefined
}

/** The result of a batch. */
export interface TakenTogether {
  /** One result for each ballot, in the same order. */
  readonly results: ReadonlyArray<Either.Either<OpenEntry, BallotFailure>>
  /** All votes that were locked. */
  readonly votes: ReadonlyMap<string, HeldVote>
  /** Gains and losses of rankings, each ranking once. */
  readonly rankings: ReadonlyArray<{ readonly proposalId: ProposalId; readonly name: string; readonly change: bigint }>
}

const place = (proposal: ProposalId, rest: string) => `${proposal} ${rest}`

/** Sums the changes of weight by vote and ranking. */
const makeRankingSums = () => {
  const sums = new Map<string, TakenTogether["rankings"][number]>()
  return {
    all: () => [...sums.values()],
    move: (proposalId: ProposalId, name: string | null, change: bigint) => {
      if (name === null) return
      const before = sums.get(place(proposalId, name))?.change ?? 0n
      sums.set(place(proposalId, name), { proposalId, name, change: before + change })
    }
  }
}

/** In the order of their arrival. */
export const takeTogether = (batch: ReadonlyArray<ReceivedBallot>, facts: HeldFacts): TakenTogether => {
  const votes = new Map(facts.votes)
  const latest = new Map<string, Pick<HeldVoter, "latestDigest" | "former" | "changes">>()
  const used = new Set<string>()
  /** Accounts by vote and sealed part, for the ballots of this batch. */
  const sealers = new Map<string, string>()
  const rankings = makeRankingSums()

  const take = ({ account, received, sent }: ReceivedBallot): Either.Either<OpenEntry, BallotFailure> => {
    const { nonce, proposal: id } = sent.ballot
    const vote = votes.get(id)
    if (vote === undefined) return Either.left(new BallotRefused({ message: "This ballot is for another vote." }))
    const known = { ...facts.voterOf(id, account, received), ...latest.get(place(id, account)) }
    const given = facts.prepared.get(nonce)
    const accepted = checkBallot(sent, {
      proposal: vote.proposal,
      proposalDigest: vote.proposalDigest,
      status: vote.status,
      voter: known.voter,
      account,
      prepared: given === undefined ? undefined : { ...given, used: given.used || used.has(nonce) },
      latestDigest: known.latestDigest,
      changes: known.changes,
      now: received
    })
    if (Either.isLeft(accepted)) return Either.left(accepted.left)
    if (isSealedBallot(sent.ballot)) {
      const { U } = sent.ballot.sealed
      const sealer = sealers.get(place(id, U)) ?? facts.sealerOf(id, U) ?? account
      if (sealer !== account) return Either.left(new BallotCopied())
      sealers.set(place(id, U), account)
    }
    const { entry, ranking, sums } = castBallot(vote.proposal, { ...vote, former: known.former }, accepted.right)
    votes.set(id, { ...vote, end: { seq: entry.seq, head: entry.entryHash }, sums })
    latest.set(place(id, account), {
      latestDigest: entry.digest,
      changes: sent.ballot.supersedes === null ? known.changes : oneMore(known.changes, Date.parse(sent.ballot.castAt)),
      former: isSealedBallot(sent.ballot) ? null : { choice: sent.ballot.choice, weight: entry.weight }
    })
    used.add(nonce)
    rankings.move(id, ranking.loses, -readVotes(known.former?.weight ?? "0"))
    rankings.move(id, ranking.gains, readVotes(entry.weight))
    return Either.right(entry)
  }

  return { results: batch.map(take), votes, rankings: rankings.all() }
}
