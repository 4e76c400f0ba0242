/** Many that go through the same checks together, where each may drop out with a reason of its own. Pure. */
import { Either } from "effect"

export interface Stage<B, E> {
  /** One for each that came in, in their order. */
  readonly results: ReadonlyArray<Either.Either<B, E>>
  /** What goes on, in the same order. */
  readonly going: ReadonlyArray<B>
}

export const stage = <A, B, E>(
  all: ReadonlyArray<A>,
  check: (one: A, at: number) => Either.Either<B, E>
): Stage<B, E> => {
  const results = all.map(check)
  return { results, going: results.filter(Either.isRight).map(({ right }) => right) }
}

/** What became of them later, where they came through: one for each that was here, in order. */
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
