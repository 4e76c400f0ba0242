/**
 * BallotBox: prepares, checks and stores ballots (docs/product/votes.md).
 *
 * A ballot is received, verified (its rules, then the wallet's signature) and stored; a response means that it is
 * committed. Ballots that were received together (VoteIntake.server.ts) are stored in one transaction: it locks each
 * vote's tally (so that ballots, the close and a cancellation wait for each other) and checks every ballot again against
 * the state at that moment. A ballot counts by the moment it was received; one that was received in time but was
 * overtaken by the count is refused.
 */

import { Array as Arr, Clock, Effect, Either, Option } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { logDied, storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { type GatewayDown, NotThere, type StorageUnavailable } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomToken } from "~/effects/base/text/random.server"
import type { ProofRefused } from "~/effects/people/wallet-session/errors"
import type { SeenKeys } from "~/effects/people/wallet-session/proof/OwnerKeys.server"
import { BallotBatches, type VerifiedBallot } from "./BallotBatches.server"
import { BallotNonces } from "./BallotNonces.server"
import { type Ballot, ballotDigest } from "./ballot/Ballot"
import { BallotProofs } from "./ballot/BallotProofs.server"
import { NO_CHANGES } from "./ballot/changes"
import { BallotNotStored, BallotRefused } from "./ballot/errors"
import {
  type BallotFailure,
  type CheckedBallot,
  checkBallot,
  checkChange,
  readBallot,
  refusalOf
} from "./ballot/intake"
import { type Receipt, receiptOf } from "./ballot/receipt"
import type { ReceivedBallot } from "./ballot/takeTogether"
import { instantOf, type ProposalId } from "./fields"
import { RECEIPT_SCHEMA } from "./file/checkStatement"
import { contentProblem, type Handed } from "./sealed/intake"
import { VoteReads } from "./VoteReads.server"
import { VotesRepo } from "./VotesRepo.server"

/** Validates a batch item by item, keeping one error per item. */
interface Stage<B, E> {
  /** One result per item, in the same order. */
  readonly results: ReadonlyArray<Either.Either<B, E>>
  /** The items without an error, in the same order. */
  readonly going: ReadonlyArray<B>
}

export const stage = <A, B, E>(
  all: ReadonlyArray<A>,
  check: (one: A, at: number) => Either.Either<B, E>
): Stage<B, E> => {
  const results = all.map(check)
  return { results, going: results.filter(Either.isRight).map(({ right }) => right) }
}

/** Merges later results of the valid items back into the original order. */
export const follow = <B, C, E, F>(
  results: ReadonlyArray<Either.Either<B, E>>,
  later: ReadonlyArray<Either.Either<C, F>>
): ReadonlyArray<Either.Either<C, E | F>> => {
  let next = 0
  return results.flatMap((result): ReadonlyArray<Either.Either<C, E | F>> => {
    if (Either.isLeft(result)) return [Either.left(result.left)]
    const its = later[next++]
    return its === undefined ? [] : [its]
  })
}

/** Prepares ballots for their voter's wallet (docs/product/votes.md). */
const NONCE_DIGITS = 32

/** Refusal for a vote that does not exist, or that the caller may not know of. */
const noSuchVote = () => new NotThere({ message: "This vote does not exist." })

type BallotRequest = Handed & {
  readonly account: AccountAddress
  readonly proposal: ProposalId
}

const makeBallotPreparations = Effect.gen(function* () {
  const reads = yield* VoteReads
  const repo = yield* VotesRepo
  const nonces = yield* BallotNonces

  /** Refuses a further change of a ballot that was changed too often, before the wallet opens. */
  const requireChangeLeft = (proposal: ProposalId, account: AccountAddress, now: number) =>
    Effect.gen(function* () {
      const changesOf = yield* repo.changes([proposal], [account])
      yield* checkChange(changesOf(proposal, account) ?? NO_CHANGES, now)
    })

  /**
   * Returns the canonical ballot for the voter's wallet, with a nonce that is valid for five minutes and one vote.
   */
  const prepare = Effect.fn("BallotBox.prepare")(function* ({ account, proposal, ...content }: BallotRequest) {
    const now = yield* Clock.currentTimeMillis
    const vote = yield* reads.vote(proposal, account)
    if (vote === null) {
      const refusalBefore = yield* reads.refusals([{ proposal, account, received: now }])
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
    yield* nonces.store({ nonce: ballot.nonce, proposalId: proposal, accountAddress: account, castAt: now })
    return { ballot, digest: ballotDigest(ballot) }
  })

  return { prepare }
})

/** A ballot's receipt after the commit, or why it was not stored. */
type Stored = Either.Either<Receipt, BallotFailure | BallotNotStored | StorageUnavailable>

/** Result of a ballot for which none was returned. */
const notStored = Either.left(new BallotNotStored())

/** Stores verified ballots and returns their receipts. */
const makeBallotStore = Effect.gen(function* () {
  const sql = yield* Sql
  const ballots = yield* BallotBatches
  const { appOrigin: origin, dAppDefinitionAddress } = yield* Settings
  const receipt = { schema: RECEIPT_SCHEMA, origin, dAppDefinitionAddress } as const
  // One transaction at a time: a second one would hold a connection while it waits for the same locks.
  const turns = yield* Effect.makeSemaphore(1)

  /**
   * Stores all in one transaction. If one ballot breaks it, each is stored on its own, so that only that one fails;
   * not if the storage failed, since then each would fail.
   */
  const storeTogether = (all: ReadonlyArray<VerifiedBallot>): Effect.Effect<ReadonlyArray<Stored>> =>
    atomically(sql)(ballots.store(all)).pipe(
      Effect.map(Arr.map(Either.map((entry) => receiptOf(receipt, entry)))),
      Effect.tapErrorCause(logDied("ballots could not be stored")),
      // Distinguishes every cause: a full or locked database is reported as such, a defect as "not stored".
      Effect.catchAllCause((cause): Effect.Effect<ReadonlyArray<Stored>> => {
        const failure = storageFailureIn(cause)
        if (Option.isSome(failure)) return Effect.succeed(all.map(() => Either.left(failure.value)))
        return all.length === 1
          ? Effect.succeed([notStored])
          : Effect.map(
              Effect.forEach(all, (one) => storeTogether([one])),
              Arr.flatten
            )
      })
    )

  /** Responds after the commit, in the order of the ballots. */
  return (all: ReadonlyArray<VerifiedBallot>): Effect.Effect<ReadonlyArray<Stored>> =>
    all.length === 0 ? Effect.succeed([]) : turns.withPermits(1)(storeTogether(all))
})

/** A request's ballot, not decoded yet. */
export interface ReceivedBody {
  /** The account of the session, or another that was proven in the same browser. */
  readonly account: AccountAddress
  /** Unix milliseconds. */
  readonly received: number
  readonly body: unknown
}
export type CastFailure = BallotFailure | NotThere | ProofRefused | GatewayDown | BallotNotStored | StorageUnavailable
export type CastResult = Either.Either<Receipt, CastFailure>

interface Checked {
  readonly one: ReceivedBallot
  readonly accepted: CheckedBallot
}

export class BallotBox extends Effect.Service<BallotBox>()("governance/votes/BallotBox", {
  dependencies: [
    BallotProofs.Default,
    BallotBatches.Default,
    VoteReads.Default,
    VotesRepo.Default,
    BallotNonces.Default
  ],
  effect: Effect.gen(function* () {
    const { prepare } = yield* makeBallotPreparations
    const proofs = yield* BallotProofs
    const store = yield* makeBallotStore
    const reads = yield* VoteReads
    const { appOrigin: origin, dAppDefinitionAddress } = yield* Settings
    const site = { origin, dAppDefinitionAddress }

    /** Takes or refuses each ballot with its proof individually; results are in the same order. */
    const castAll = (all: ReadonlyArray<ReceivedBody>): Effect.Effect<ReadonlyArray<CastResult>> =>
      Effect.gen(function* () {
        const read = stage(all, ({ account, received, body }) =>
          Either.map(readBallot(body), (sent): ReceivedBallot => ({ sent, account, received }))
        )
        const facts = yield* reads.factsOf(
          read.going.map(({ account, received, sent }) => ({ ...sent.ballot, account, received }))
        )
        const checked = stage(read.going, (one, at): Either.Either<Checked, BallotFailure | NotThere> => {
          const { prepared, refusal, vote } = facts[at] ?? { prepared: undefined, refusal: null, vote: null }
          if (vote === null) return Either.left(refusal ?? noSuchVote())
          const intake = { ...vote, account: one.account, prepared, now: one.received }
          return Either.map(checkBallot(one.sent, intake), (accepted) => ({ one, accepted }))
        })
        const proven = yield* proofs.verifyAll(
          checked.going.map(({ accepted }) => accepted),
          site
        )
        const verified = stage(checked.going, ({ accepted: { digest }, one }, at) => {
          const proof: Either.Either<SeenKeys, CastFailure> = proven[at] ?? notStored
          return Either.map(proof, (seen): VerifiedBallot => ({ ...one, sent: { ...one.sent, digest }, seen }))
        })
        const stored = yield* store(verified.going)
        return follow(read.results, follow(checked.results, follow(verified.results, stored)))
      })

    /**
     * Casts one ballot.
     * @param body a ballot with its proof, as received.
     */
    const cast = (account: AccountAddress, body: unknown): Effect.Effect<Receipt, CastFailure> =>
      Effect.gen(function* () {
        const received = yield* Clock.currentTimeMillis
        const [result = notStored] = yield* castAll([{ account, received, body }])
        return yield* result
      })

    return { prepare, cast, castAll }
  })
}) {}
