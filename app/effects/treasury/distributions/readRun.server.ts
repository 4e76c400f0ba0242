/** A row of a payout, read by itself: one that cannot be read shuts its own page and no other. */
import { Effect, Either, Schema } from "effect"
import { Distribution } from "./Distribution"
import { RunHead, UnreadableDistribution } from "./errors"

const runIn = Schema.decodeUnknown(Distribution)
const headIn = Schema.decodeUnknown(RunHead)

export const readRun = (row: unknown) =>
  Effect.catchTag(runIn(row), "ParseError", (wrong) =>
    Effect.logError(wrong.message).pipe(
      Effect.zipRight(Effect.orDie(headIn(row))),
      Effect.flatMap((run) => new UnreadableDistribution({ run }))
    )
  )

/** Of a row of a list, readable or not. */
export const numberOf: (found: Either.Either<Distribution, UnreadableDistribution>) => number = Either.match({
  onLeft: ({ run }) => run.number,
  onRight: ({ number }) => number
})
