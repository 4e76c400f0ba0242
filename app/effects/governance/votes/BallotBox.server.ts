/**
 * BallotBox: ballots prepared, proven and stored (docs/product/votes.md, 3.5.4).
 *
 * Acknowledged means committed. Ballots that arrive together are stored in one transaction: the box collects for at
 * most two milliseconds, holds each vote's standing (so that ballots, the close and a cancellation take turns), checks
 * every ballot again against what is true then, and answers when the commit is done. A ballot counts by the moment it
 * arrived; what arrived in time but was overtaken by the count is refused.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Either, Exit, Option } from "effect"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import { type GatewayDown, NotThere, type StorageUnavailable } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { makeTogether } from "~/effects/base/limits/together.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { randomToken } from "~/effects/base/text/random.server"
import type { ProofRefused } from "~/effects/people/wallet-session/errors"
import { Ownership, type SeenKeys } from "~/effects/people/wallet-session/proof/Ownership.server"
import { type Ballot, ballotDigest, type Choice } from "./ballot/Ballot"
import { choiceProblem } from "./ballot/choice"
import { BallotNotStored, BallotRefused } from "./ballot/errors"
import { type AcceptedBallot, type BallotFailure, checkBallot, readBallot, refusalOf } from "./ballot/intake"
import { type Proven, proveBallots } from "./ballot/prove.server"
import { type Receipt, receiptOf } from "./ballot/receipt"
import { makeBatch, type Waiting } from "./batch.server"
import { instantOf } from "./fields"
import { RECEIPT_SCHEMA } from "./file/checkStatement"
import { follow, stage } from "./stages"
import { makeVoteReads } from "./voteReads.server"

const NONCE_DIGITS = 32
const MOST_AT_ONCE = 100
/** While one batch waits for the ledger or its commit, others are read and checked. */
const WORKERS = 2
const COLLECT_MS = 2
const NO_VOTE = "This vote does not exist."

/** Somebody's ballot as it came in. */
export interface Sent {
  /** The account with the session. */
  readonly account: string
  /** Unix milliseconds. */
  readonly arrived: number
  readonly body: unknown
}
export type CastFailure = BallotFailure | NotThere | ProofRefused | GatewayDown | BallotNotStored | StorageUnavailable
export type Taken = Either.Either<Receipt, CastFailure>
const notStored = Either.left(new BallotNotStored())

const proofOf = (proven: Proven | undefined): Either.Either<SeenKeys, CastFailure> => proven ?? notStored

interface Accepted {
  readonly one: Omit<Waiting, "seen">
  readonly accepted: AcceptedBallot
}

/** Real time, not the product's clock: how long ballots are collected decides nothing but speed. */
const collect = Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, COLLECT_MS)))

export interface BallotRequest {
  readonly account: string
  readonly proposal: string
  readonly choice: Choice
  readonly reason: string
}

export class BallotBox extends Effect.Service<BallotBox>()("effects/BallotBox", {
  dependencies: [Ownership.Default],
  scoped: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ownership = yield* Ownership
    const { appOrigin, dAppDefinitionAddress } = yield* Settings
    const site = { origin: appOrigin, dAppDefinitionAddress }
    const reads = makeVoteReads(sql)
    const storeBatch = makeBatch(sql, reads)
    /** What is checked while one commit is under way goes into the next, all together. */
    const { ask: store } = yield* makeTogether({
      most: 2 * WORKERS,
      workers: 1,
      answer: (batches: ReadonlyArray<ReadonlyArray<Waiting>>) =>
        atomically(sql)(storeBatch(batches.flat())).pipe(
          Effect.map((results) => {
            const taken = results.map(Either.map((entry) => receiptOf({ schema: RECEIPT_SCHEMA, ...site }, entry)))
            let next = 0
            return batches.map((batch) => Exit.succeed(batch.map((): Taken => taken[next++] ?? notStored)))
          }),
          Effect.tapErrorCause(logDied("ballots could not be stored")),
          Effect.catchAllCause((cause) => {
            const refused = Option.match(storageFailureIn(cause), { onNone: () => notStored, onSome: Either.left })
            return Effect.succeed(batches.map((batch) => Exit.succeed(batch.map((): Taken => refused))))
          })
        )
    })

    /** Ballots with their proofs as they came over the wire; each is taken or refused by itself, in their order. */
    const castAll = (all: ReadonlyArray<Sent>): Effect.Effect<ReadonlyArray<Taken>> =>
      Effect.gen(function* () {
        const read = stage(all, ({ account, arrived, body }) =>
          Either.map(readBallot(body), (sent) => ({ sent, account, arrived }))
        )
        const facts = yield* reads.arrivals(
          read.going.map(({ account, arrived, sent }) => ({ ...sent.ballot, account, arrived }))
        )
        const checked = stage(read.going, (one, at): Either.Either<Accepted, BallotFailure | NotThere> => {
          const { prepared, refusal, vote } = facts[at] ?? { prepared: undefined, refusal: null, vote: null }
          if (vote === null) return Either.left(refusal ?? new NotThere({ message: NO_VOTE }))
          const intake = { ...vote, account: one.account, prepared, now: one.arrived }
          return Either.map(checkBallot(one.sent, intake), (accepted) => ({ one, accepted }))
        })
        const accepted = checked.going.map((each) => each.accepted)
        const proofs = yield* Effect.provideService(proveBallots(accepted, site), Ownership, ownership)
        const proven = stage(checked.going, ({ accepted: { digest }, one }, at) =>
          Either.map(proofOf(proofs[at]), (seen) => ({ ...one, sent: { ...one.sent, digest }, seen }))
        )
        const stored = proven.going.length === 0 ? [] : yield* store(proven.going)
        return follow(read.results, follow(checked.results, follow(proven.results, stored)))
      })

    const { ask: together } = yield* makeTogether({
      most: MOST_AT_ONCE,
      workers: WORKERS,
      collect,
      answer: (all: ReadonlyArray<Sent>) =>
        Effect.map(castAll(all), (results) => results.map((taken) => Exit.fromEither(taken)))
    })

    /** The canonical ballot for the voter's wallet, with a nonce that is good for five minutes and one vote. */
    const prepare = Effect.fn("BallotBox.prepare")(function* ({ account, choice, proposal, reason }: BallotRequest) {
      const now = yield* Clock.currentTimeMillis
      const vote = yield* reads.vote(proposal, account)
      if (vote === null) {
        const refusalBefore = yield* reads.refusals([{ proposal, account, arrived: now }])
        return yield* Effect.fail(refusalBefore(proposal, account, now) ?? new NotThere({ message: NO_VOTE }))
      }
      const refusal = refusalOf(vote, now)
      if (refusal !== undefined) return yield* Effect.fail(refusal)
      const problem = choiceProblem(vote.proposal, choice)
      if (problem !== undefined) return yield* new BallotRefused({ message: problem })
      const ballot: Ballot = {
        kind: "ballot",
        v: 1,
        networkId: vote.proposal.networkId,
        community: vote.proposal.community.id,
        proposal,
        proposalDigest: vote.proposalDigest,
        account,
        choice,
        reason,
        nonce: (yield* randomToken).slice(0, NONCE_DIGITS),
        castAt: instantOf(now),
        supersedes: vote.latestDigest
      }
      yield* Effect.orDie(
        sql`INSERT INTO ballot_nonces ${sql.insert({
          nonce: ballot.nonce,
          proposalId: proposal,
          accountAddress: account,
          castAt: now,
          used: 0
        })}`
      )
      return { ballot, digest: ballotDigest(ballot) }
    })

    /** @param body a ballot with its proof, as it came over the wire. Those that come together are taken together. */
    const cast = (account: string, body: unknown): Effect.Effect<Receipt, CastFailure> =>
      Effect.flatMap(Clock.currentTimeMillis, (arrived) => together({ account, arrived, body }))

    return { prepare, cast, castAll }
  })
}) {}
