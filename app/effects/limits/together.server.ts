/**
 * Questions that arrive together are answered together: whoever asks while the workers are busy waits, and the next
 * free worker takes all who wait at once. Nobody's answer is kept for anybody who asks later.
 */
import { Cause, Deferred, Effect, Exit, Queue } from "effect"

export interface TogetherOptions<Ask, A, E, R> {
  /** Answers of the same number in the same order; a failure of the whole is everybody's. */
  readonly answer: (asks: ReadonlyArray<Ask>) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>, E, R>
  readonly most: number
  readonly workers: number
  /** What a worker does between the first question and taking the others, where waiting a moment saves more. */
  readonly collect?: Effect.Effect<void>
}

interface Asked<Ask, A, E> {
  readonly ask: Ask
  readonly answer: Deferred.Deferred<A, E>
}

const missing = Cause.die("an answer is missing")

export const makeTogether = <Ask, A, E, R>({
  answer,
  collect = Effect.void,
  most,
  workers
}: TogetherOptions<Ask, A, E, R>) =>
  Effect.gen(function* () {
    const queue = yield* Queue.unbounded<Asked<Ask, A, E>>()

    const serve = Effect.gen(function* () {
      const first = yield* Queue.take(queue)
      yield* collect
      const all = [first, ...(yield* Queue.takeUpTo(queue, most - 1))]
      // Who gave up meanwhile is asked for no more.
      const waiting = yield* Effect.filter(all, (one) => Effect.map(Deferred.isDone(one.answer), (isDone) => !isDone))
      if (waiting.length === 0) return
      const ended = yield* Effect.exit(answer(waiting.map(({ ask }) => ask)))
      yield* Effect.forEach(
        waiting,
        (one, at) => {
          if (Exit.isFailure(ended)) return Deferred.failCause(one.answer, ended.cause)
          const its = ended.value[at]
          return its === undefined ? Deferred.failCause(one.answer, missing) : Deferred.done(one.answer, its)
        },
        { discard: true }
      )
    })
    yield* Effect.forEach(
      Array.from({ length: workers }, () => serve),
      (worker) => Effect.forkScoped(Effect.forever(worker)),
      { discard: true }
    )

    return (ask: Ask): Effect.Effect<A, E> =>
      Effect.flatMap(Deferred.make<A, E>(), (own) =>
        Queue.offer(queue, { ask, answer: own }).pipe(
          Effect.zipRight(Deferred.await(own)),
          Effect.onInterrupt(() => Deferred.interrupt(own))
        )
      )
  })
