/**
 * Commits ballots whose signatures were checked, and returns their receipts. Ballots that are checked while a commit
 * runs go into the next one together.
 */
import { Array as Arr, Effect, Either, Exit, Option } from "effect"
import { Sql } from "~/effects/base/db/statements.server"
import { storageFailureIn } from "~/effects/base/db/storageFailure.server"
import { logDied } from "~/effects/base/db/storageLog.server"
import type { StorageUnavailable } from "~/effects/base/failures/failures"
import { atomically } from "~/effects/base/limits/atomically.server"
import { makeBatcher } from "~/effects/base/limits/batcher.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { BallotBatches, type ProvenBallot } from "./BallotBatches.server"
import { BallotNotStored } from "./ballot/errors"
import type { BallotFailure } from "./ballot/intake"
import { type Receipt, receiptOf } from "./ballot/receipt"
import { RECEIPT_SCHEMA } from "./file/checkStatement"

/** Batches of `BallotBox` in one commit. */
const MAX_BATCHES = 4

/** A ballot's receipt after the commit, or why it was not stored. */
export type Stored = Either.Either<Receipt, BallotFailure | BallotNotStored | StorageUnavailable>

/** Result of a ballot for which none was returned. */
export const notStored = Either.left(new BallotNotStored())

export class BallotStore extends Effect.Service<BallotStore>()("governance/votes/BallotStore", {
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
    const batcher = yield* makeBatcher({ maxSize: MAX_BATCHES, workers: 1, answer: storeAll })

    /** Responds after the commit, in the order of the ballots. */
    const store = (batch: ReadonlyArray<ProvenBallot>): Effect.Effect<ReadonlyArray<Stored>> =>
      batch.length === 0 ? Effect.succeed([]) : batcher.submit(batch)

    return { store }
  })
}) {}
