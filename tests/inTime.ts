/** Programs that end in the test clock's future, over a database that responds in real time. */
import { Chunk, Effect, Option, TestClock } from "effect"

/** Ticks of the event loop between two checks: messages of a database or a socket are handled first. */
const TURNS = 10

const turn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/**
 * Runs a program to its end. The clock advances second by second, and only while something sleeps by it: if it moved
 * before a database has responded, it would pass before the program starts to wait, and the program would wait forever.
 */
export const inTime = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(program)
    const check = Effect.gen(function* () {
      yield* Effect.repeatN(turn, TURNS - 1)
      const ended = yield* fiber.poll
      if (Option.isNone(ended) && Chunk.isNonEmpty(yield* TestClock.sleeps())) yield* TestClock.adjust("1 second")
      return ended
    })
    yield* Effect.repeat(check, { until: Option.isSome })
    return yield* fiber
  })
