/** Prepares ballots for their voter's wallet (docs/product/votes.md). */
import { Clock, Effect } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { NotThere } from "~/effects/base/failures/failures"
import { randomToken } from "~/effects/base/text/random.server"
import { BallotNonces } from "./BallotNonces.server"
import { type Ballot, ballotDigest } from "./ballot/Ballot"
import { NO_CHANGES } from "./ballot/changes"
import { BallotRefused } from "./ballot/errors"
import { checkChange, refusalOf } from "./ballot/intake"
import { instantOf } from "./fields"
import { contentProblem, type Handed } from "./sealed/intake"
import { VoteReads } from "./VoteReads.server"
import { VotesRepo } from "./VotesRepo.server"

const NONCE_DIGITS = 32

/** Refusal for a vote that does not exist, or that the caller may not know of. */
export const noSuchVote = () => new NotThere({ message: "This vote does not exist." })

export type BallotRequest = Handed & {
  readonly account: AccountAddress
  readonly proposal: string
}

export const makeBallotPreparations = Effect.gen(function* () {
  const reads = yield* VoteReads
  const repo = yield* VotesRepo
  const nonces = yield* BallotNonces

  /** Refuses a further change of a ballot that was changed too often, before the wallet opens. */
  const requireChangeLeft = (proposal: string, account: string, now: number) =>
    Effect.gen(function* () {
      const changesOf = yield* repo.changes([proposal], [account])
      yield* checkChange(changesOf(proposal, account) ?? NO_CHANGES, now)
    })

  /**
   * Returns the canonical ballot for the voter's wallet, with a nonce that is valid for five minutes and one vote.
   */
  const prepare = Effect.fn("BallotPreparations.prepare")(function* ({ account, proposal, ...content }: BallotRequest) {
    const now = yield* Clock.currentTimeMillis
    const vote = yield* reads.vote(proposal, account)
    if (vote === null) {
      const refusalBefore = yield* reads.refusals([{ proposal, account, arrived: now }])
      return yield* Effect.fail(refusalBefore(proposal, account, now) ?? noSuchVote())
    }
    const refusal = refusalOf(vote, now)
    if (refusal !== undefined) return yield* Effect.fail(refusal)
    const problem = contentProblem(vote.proposal, content)
    if (problem !== undefined) return yield* new BallotRefused({ message: problem })
    if (vote.latestDigest !== null) yield* requireChangeLeft(proposal, account, now)
    const ballot: Ballot = {
      kind: "ballot",
      v: 1,
      networkId: vote.proposal.networkId,
      community: vote.proposal.community.id,
      proposal,
      proposalDigest: vote.proposalDigest,
      account,
      ...content,
      nonce: (yield* randomToken).slice(0, NONCE_DIGITS),
      castAt: instantOf(now),
      supersedes: vote.latestDigest
    }
    yield* nonces.keep({ nonce: ballot.nonce, proposalId: proposal, accountAddress: account, castAt: now })
    return { ballot, digest: ballotDigest(ballot) }
  })

  return { prepare }
})
