/** Validates a batch item by item, keeping one error per item. Pure. */
import { Either } from "effect"

export interface Stage<B, E> {
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
