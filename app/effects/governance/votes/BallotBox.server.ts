/**
 * BallotBox: ballots prepared, proven and stored (docs/product/votes.md, 3.5.4).
 *
 * Acknowledged means committed. Ballots that arrive together are stored in one transaction: the box collects for at
 * most two milliseconds, holds each vote's tally (so that ballots, the close and a cancellation take turns), checks
 * every ballot again against what is true then, and answers when the commit is done. A ballot counts by the moment it
 * arrived; what arrived in time but was overtaken by the count is refused.
 */
import { Clock, Effect, Either, Exit } from "effect"
import type { GatewayDown, NotThere, StorageUnavailable } from "~/effects/base/failures/failures"
import { collectFor, makeBatcher } from "~/effects/base/limits/batcher.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import type { ProofRefused } from "~/effects/people/wallet-session/errors"
import type { SeenKeys } from "~/effects/people/wallet-session/proof/OwnerKeys.server"
import type { ProvenBallot } from "./BallotBatches.server"
import { BallotPreparations, noSuchVote } from "./BallotPreparations.server"
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

/** A ballot as it came in. */
export interface Sent {
  /** The account with the session, or another that proved itself in its browser. */
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

/** What comes within two milliseconds goes together. */
export const collectBallots = collectFor(COLLECT_MS)

export class BallotBox extends Effect.Service<BallotBox>()("effects/BallotBox", {
  dependencies: [BallotPreparations.Default, BallotProofs.Default, BallotStore.Default, VoteReads.Default],
  scoped: Effect.gen(function* () {
    const { prepare } = yield* BallotPreparations
    const proofs = yield* BallotProofs
    const ballots = yield* BallotStore
    const reads = yield* VoteReads
    const { appOrigin: origin, dAppDefinitionAddress } = yield* Settings
    const site = { origin, dAppDefinitionAddress }

    /** Ballots with their proofs as they came over the wire; each is taken or refused by itself, in their order. */
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

    /** @param body a ballot with its proof, as it came over the wire. Those that come together are taken together. */
    const cast = (account: string, body: unknown): Effect.Effect<Receipt, CastFailure> =>
      Effect.flatMap(Clock.currentTimeMillis, (arrived) => batcher.submit({ account, arrived, body }))

    return { prepare, cast, castAll }
  })
}) {}
