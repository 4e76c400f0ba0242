/** Decodes a payout's row on its own, so that an unreadable one fails only its own page. */
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

/** Number of a payout in a list, readable or not. */
export const numberOf: (found: Either.Either<Distribution, UnreadableDistribution>) => number = Either.match({
  onLeft: ({ run }) => run.number,
  onRight: ({ number }) => number
})
