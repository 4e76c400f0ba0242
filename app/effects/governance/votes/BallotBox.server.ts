/**
 * BallotBox: prepares, checks and stores ballots (docs/product/votes.md).
 *
 * A response means that the ballot is committed. Ballots that arrive together are stored in one transaction: the box
 * collects for at most two milliseconds, locks each vote's tally (so that ballots, the close and a cancellation wait
 * for each other), checks every ballot again against the state at that moment, and responds after the commit. A ballot
 * counts by the moment it arrived; one that arrived in time but was overtaken by the count is refused.
 */

import { Clock, Effect, Either, Exit } from "effect"
import type { GatewayDown, NotThere, StorageUnavailable } from "~/effects/base/failures/failures"
import { collectFor, makeBatcher } from "~/effects/base/limits/batcher.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { BallotNonces } from "~/effects/governance/votes/BallotNonces.server"
import { VotesRepo } from "~/effects/governance/votes/VotesRepo.server"
import type { ProofRefused } from "~/effects/people/wallet-session/errors"
import type { SeenKeys } from "~/effects/people/wallet-session/proof/OwnerKeys.server"
import type { ProvenBallot } from "./BallotBatches.server"
import { makeBallotPreparations, noSuchVote } from "./BallotPreparations.server"
import { BallotStore, notStored } from "./BallotStore.server"
import { BallotProofs } from "./ballot/BallotProofs.server"
import type { BallotNotStored } from "./ballot/errors"
import { type AcceptedBallot, type BallotFailure, checkBallot, readBallot } from "./ballot/intake"
import type { Receipt } from "./ballot/receipt"
import type { ArrivedBallot } from "./ballot/takeTogether"
import { follow, stage } from "./stages"
import { VoteReads } from "./VoteReads.server"

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
      answer: (all: ReadonlyArray<Sent>) =>
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
