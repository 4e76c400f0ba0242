/**
 * BallotBox: prepares, checks and stores ballots (docs/product/votes.md).
 *
 * A response means that the ballot is committed. Ballots that arrive together are stored in one transaction: the box
 * collects for at most two milliseconds, locks each vote's tally (so that ballots, the close and a cancellation wait
 * for each other), checks every ballot again against the state at that moment, and responds after the commit. A ballot
 * counts by the moment it arrived; one that arrived in time but was overtaken by the count is refused.
 */

import { Array as Arr, Clock, Effect, Either, Exit, Option } from "effect"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { Sql } from "~/effects/base/db/statements.server"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { type GatewayDown, NotThere, type StorageUnavailable } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { collectFor, makeBatcher } from "~/effects/base/limits/batcher.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomToken } from "~/effects/base/text/random.server"
import type { ProofRefused } from "~/effects/people/wallet-session/errors"
import type { SeenKeys } from "~/effects/people/wallet-session/proof/OwnerKeys.server"
import { BallotBatches, type ProvenBallot } from "./BallotBatches.server"
import { BallotNonces } from "./BallotNonces.server"
import { type Ballot, ballotDigest } from "./ballot/Ballot"
import { BallotProofs } from "./ballot/BallotProofs.server"
import { NO_CHANGES } from "./ballot/changes"
import { BallotNotStored, BallotRefused } from "./ballot/errors"
import {
  type AcceptedBallot,
  type BallotFailure,
  checkBallot,
  checkChange,
  readBallot,
  refusalOf
} from "./ballot/intake"
import { type Receipt, receiptOf } from "./ballot/receipt"
import type { ArrivedBallot } from "./ballot/takeTogether"
import { instantOf } from "./fields"
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
  readonly proposal: string
}

const makeBallotPreparations = Effect.gen(function* () {
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
  const prepare = Effect.fn("BallotBox.prepare")(function* ({ account, proposal, ...content }: BallotRequest) {
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
    yield* nonces.store({ nonce: ballot.nonce, proposalId: proposal, accountAddress: account, castAt: now })
    return { ballot, digest: ballotDigest(ballot) }
  })

  return { prepare }
})

// Commits ballots whose signatures were checked, and returns their receipts. Ballots that are checked while a commit
// runs go into the next one together.

/** Batches of `BallotBox` in one commit. */
const MAX_BATCHES = 4

/** A ballot's receipt after the commit, or why it was not stored. */
type Stored = Either.Either<Receipt, BallotFailure | BallotNotStored | StorageUnavailable>

/** Result of a ballot for which none was returned. */
const notStored = Either.left(new BallotNotStored())

class BallotStore extends Effect.Service<BallotStore>()("governance/votes/BallotStore", {
  dependencies: [BallotBatches.Default],
  scoped: Effect.gen(function* () {
    const sql = yield* Sql
    const ballots = yield* BallotBatches
    const { appOrigin: origin, dAppDefinitionAddress } = yield* Settings
    const receipt = { schema: RECEIPT_SCHEMA, origin, dAppDefinitionAddress } as const

    /**
     * Stores all in one transaction. If one ballot breaks it, each is stored on its own, so that only that one fails;
     * not if the storage failed, since then each would fail.
     */
    const storeTogether = (all: ReadonlyArray<ProvenBallot>): Effect.Effect<ReadonlyArray<Stored>> =>
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
    const storeAll = (batches: ReadonlyArray<ReadonlyArray<ProvenBallot>>) =>
      Effect.map(storeTogether(batches.flat()), (results) => {
        let next = 0
        return batches.map((batch) => Exit.succeed(batch.map((): Stored => results[next++] ?? notStored)))
      })
    const batcher = yield* makeBatcher({ maxSize: MAX_BATCHES, workers: 1, respond: storeAll })

    /** Responds after the commit, in the order of the ballots. */
    const store = (batch: ReadonlyArray<ProvenBallot>): Effect.Effect<ReadonlyArray<Stored>> =>
      batch.length === 0 ? Effect.succeed([]) : batcher.submit(batch)

    return { store }
  })
}) {}

const MOST_AT_ONCE = 100
/** While one batch waits for the ledger or its commit, others are read and checked. */
const WORKERS = 2
const COLLECT_MS = 2

/** A ballot as it was received. */
export interface Sent {
  /** The account of the session, or another that was proven in the same browser. */
  readonly account: string
  /** Unix milliseconds. */
  readonly arrived: number
  readonly body: unknown
}
export type CastFailure = BallotFailure | NotThere | ProofRefused | GatewayDown | BallotNotStored | StorageUnavailable
export type Taken = Either.Either<Receipt, CastFailure>

interface Checked {
  readonly one: ArrivedBallot
  readonly accepted: AcceptedBallot
}

/** Batches requests that arrive within two milliseconds. */
export const collectBallots = collectFor(COLLECT_MS)

export class BallotBox extends Effect.Service<BallotBox>()("governance/votes/BallotBox", {
  dependencies: [BallotProofs.Default, BallotStore.Default, VoteReads.Default, VotesRepo.Default, BallotNonces.Default],
  scoped: Effect.gen(function* () {
    const { prepare } = yield* makeBallotPreparations
    const proofs = yield* BallotProofs
    const ballots = yield* BallotStore
    const reads = yield* VoteReads
    const { appOrigin: origin, dAppDefinitionAddress } = yield* Settings
    const site = { origin, dAppDefinitionAddress }

    /** Takes or refuses each ballot with its proof individually; results are in the same order. */
    const castAll = (all: ReadonlyArray<Sent>): Effect.Effect<ReadonlyArray<Taken>> =>
      Effect.gen(function* () {
        const read = stage(all, ({ account, arrived, body }) =>
          Either.map(readBallot(body), (sent): ArrivedBallot => ({ sent, account, arrived }))
        )
        const facts = yield* reads.arrivals(
          read.going.map(({ account, arrived, sent }) => ({ ...sent.ballot, account, arrived }))
        )
        const checked = stage(read.going, (one, at): Either.Either<Checked, BallotFailure | NotThere> => {
          const { prepared, refusal, vote } = facts[at] ?? { prepared: undefined, refusal: null, vote: null }
          if (vote === null) return Either.left(refusal ?? noSuchVote())
          const intake = { ...vote, account: one.account, prepared, now: one.arrived }
          return Either.map(checkBallot(one.sent, intake), (accepted) => ({ one, accepted }))
        })
        const proven = yield* proofs.proveAll(
          checked.going.map(({ accepted }) => accepted),
          site
        )
        const signed = stage(checked.going, ({ accepted: { digest }, one }, at) => {
          const proof: Either.Either<SeenKeys, CastFailure> = proven[at] ?? notStored
          return Either.map(proof, (seen): ProvenBallot => ({ ...one, sent: { ...one.sent, digest }, seen }))
        })
        const stored = yield* ballots.store(signed.going)
        return follow(read.results, follow(checked.results, follow(signed.results, stored)))
      })

    const batcher = yield* makeBatcher({
      maxSize: MOST_AT_ONCE,
      workers: WORKERS,
      collect: collectBallots,
      respond: (all: ReadonlyArray<Sent>) =>
        Effect.map(castAll(all), (results) => results.map((taken) => Exit.fromEither(taken)))
    })

    /**
     * Casts one ballot; calls that come together are handled as one batch.
     * @param body a ballot with its proof, as received.
     */
    const cast = (account: string, body: unknown): Effect.Effect<Receipt, CastFailure> =>
      Effect.flatMap(Clock.currentTimeMillis, (arrived) => batcher.submit({ account, arrived, body }))

    return { prepare, cast, castAll }
  })
}) {}
