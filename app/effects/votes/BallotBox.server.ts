/**
 * BallotBox: ballots prepared, proven and stored (product 3.5.4).
 *
 * Acknowledged means committed. Ballots that arrive together are stored in one transaction: the box collects for at
 * most two milliseconds, holds each vote's standing (so that ballots, the close and a cancellation take turns), checks
 * every ballot again against what is true then, and answers when the commit is done. A ballot counts by the moment it
 * arrived; what arrived in time but was overtaken by the count is refused.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Effect, Exit } from "effect"
import { NotThere } from "../failures"
import { atomically } from "../limits/atomically.server"
import { makeTogether } from "../limits/together.server"
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
import { type Arrival, makeVoteReads } from "./voteReads.server"

const NONCE_DIGITS = 32
const MOST_AT_ONCE = 200
const COLLECT_MS = 2

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
    /** Those that come while others are read for wait, and are read for together. */
    const known = yield* makeTogether({
      most: MOST_AT_ONCE,
      workers: 1,
      answer: (all: ReadonlyArray<Arrival>) => Effect.map(reads.arrivals(all), (found) => found.map(Exit.succeed))
    })

    const store = yield* makeTogether<Waiting, Receipt, BallotFailure | BallotNotStored, never>({
      most: MOST_AT_ONCE,
      workers: 1,
      collect,
      answer: (batch) =>
        atomically(sql)(storeBatch(batch)).pipe(
          Effect.map((results) =>
            results.map((result) =>
              Exit.map(Exit.fromEither(result), (entry) => receiptOf({ schema: RECEIPT_SCHEMA, ...site }, entry))
            )
          ),
          Effect.tapErrorCause((cause) => Effect.logError("ballots could not be stored", cause)),
          Effect.catchAllCause(() => new BallotNotStored())
        )
    })

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
      const { nonce, proposal } = sent.ballot
      const { prepared, vote } = yield* known({ proposal, account, nonce, arrived })
      if (vote === null) return yield* new NotThere({ message: "This vote does not exist." })
      const accepted = yield* checkBallot(sent, { ...vote, account, prepared, now: arrived })
      yield* Effect.provideService(proveBallot(accepted, site), Ownership, ownership)
      return yield* store({ sent, account, arrived })
    })

    return { prepare, cast }
  })
}) {}
