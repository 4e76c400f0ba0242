/**
 * BallotBox: ballots prepared, proven and stored (product 3.5.4).
 *
 * Acknowledged means committed. Ballots that arrive together are stored in one transaction: the box collects for at
 * most two milliseconds, holds each vote's standing (so that ballots, the close and a cancellation take turns), checks
 * every ballot again against what is true then, and answers when the commit is done. A ballot counts by the moment it
 * arrived; what arrived in time but was overtaken by the count is refused.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Deferred, Effect, Either, Exit, Queue } from "effect"
import { NotThere } from "../failures"
import { atomically } from "../limits/atomically.server"
import { randomToken } from "../random.server"
import { Settings } from "../Settings.server"
import { Ownership } from "../wallet-session/proof/Ownership.server"
import { type Ballot, ballotDigest, type Choice } from "./ballot/Ballot"
import { choiceProblem } from "./ballot/choice"
import { BallotNotStored, BallotRefused } from "./ballot/errors"
import { type BallotFailure, checkBallot, readBallot, refusalOf } from "./ballot/intake"
import { proveBallot } from "./ballot/prove.server"
import { type Receipt, receiptOf } from "./ballot/receipt"
import { makeBatch, type Waiting } from "./batch.server"
import { instantOf } from "./fields"
import { RECEIPT_SCHEMA } from "./file/checkStatement"
import { makeVoteReads } from "./voteReads.server"

const NONCE_DIGITS = 32
const MOST_AT_ONCE = 200
const COLLECT_MS = 2

interface Entrance extends Waiting {
  readonly answer: Deferred.Deferred<Receipt, BallotFailure | BallotNotStored>
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
    const queue = yield* Queue.unbounded<Entrance>()

    const storeTogether = (batch: ReadonlyArray<Entrance>) =>
      Effect.gen(function* () {
        const ended = yield* Effect.exit(atomically(sql)(storeBatch(batch)))
        if (Exit.isFailure(ended)) yield* Effect.logError("ballots could not be stored", ended.cause)
        yield* Effect.forEach(
          batch,
          (one, at) => {
            const result = Exit.isSuccess(ended) ? ended.value[at] : undefined
            if (result === undefined) return Deferred.fail(one.answer, new BallotNotStored())
            return Either.isLeft(result)
              ? Deferred.fail(one.answer, result.left)
              : Deferred.succeed(one.answer, receiptOf({ schema: RECEIPT_SCHEMA, ...site }, result.right))
          },
          { discard: true }
        )
      })

    yield* Effect.forkScoped(
      Effect.forever(
        Effect.gen(function* () {
          const first = yield* Queue.take(queue)
          yield* collect
          const rest = yield* Queue.takeUpTo(queue, MOST_AT_ONCE - 1)
          yield* storeTogether([first, ...rest])
        })
      )
    )

    /** The canonical ballot for the voter's wallet, with a nonce that is good for five minutes and one vote. */
    const prepare = Effect.fn("BallotBox.prepare")(function* ({ account, choice, proposal, reason }: BallotRequest) {
      const now = yield* Clock.currentTimeMillis
      const vote = yield* reads.vote(proposal, account)
      if (vote === null) return yield* new NotThere({ message: "This vote does not exist." })
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

    /** @param body a ballot with its proof, as it came over the wire. */
    const cast = Effect.fn("BallotBox.cast")(function* (account: string, body: unknown) {
      const arrived = yield* Clock.currentTimeMillis
      const sent = yield* readBallot(body)
      const vote = yield* reads.vote(sent.ballot.proposal, account)
      if (vote === null) return yield* new NotThere({ message: "This vote does not exist." })
      const prepared = yield* reads.prepared(sent.ballot.nonce)
      const accepted = yield* checkBallot(sent, { ...vote, account, prepared, now: arrived })
      yield* Effect.provideService(proveBallot(accepted, site), Ownership, ownership)
      const answer = yield* Deferred.make<Receipt, BallotFailure | BallotNotStored>()
      yield* Queue.offer(queue, { sent, account, arrived, answer })
      return yield* Deferred.await(answer)
    })

    return { prepare, cast }
  })
}) {}
