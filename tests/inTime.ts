/** Programs whose end lies in the test clock's future, over a database that answers in its own time. */
import { Chunk, Effect, Option, TestClock } from "effect"

/** Turns of the event loop between two looks: what a database or a socket has to say is heard first. */
const TURNS = 10

const turn = Effect.async<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/**
 * Runs a program to its end. The clock goes on second by second, and only while something sleeps by it: moved once,
 * before a database has answered, it would pass before the program begins to wait, and the program would wait for ever.
 */
export const inTime = <A, E, R>(program: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(program)
    const look = Effect.gen(function* () {
      yield* Effect.repeatN(turn, TURNS - 1)
      const ended = yield* fiber.poll
      if (Option.isNone(ended) && Chunk.isNonEmpty(yield* TestClock.sleeps())) yield* TestClock.adjust("1 second")
      return ended
    })
    yield* Effect.repeat(look, { until: Option.isSome })
    return yield* fiber
  })
