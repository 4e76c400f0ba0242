/**
 * Questions that arrive together are answered together: whoever asks while the workers are busy waits, and the next
 * free worker takes all who wait at once. Nobody's answer is kept for anybody who asks later.
 */
import { Effect, Exit } from "effect"

export interface TogetherOptions<Ask, A, E, R> {
  /** Answers of the same number in the same order; a failure of the whole is everybody's. */
  readonly answer: (asks: ReadonlyArray<Ask>) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>, E, R>
  readonly most: number
  readonly workers: number
  /** What a worker does between the first question and taking all of them, where waiting a moment saves more. */
  readonly collect?: Effect.Effect<void>
}

export interface Together<Ask, A, E> {
  readonly ask: (ask: Ask) => Effect.Effect<A, E>
}

interface Asked<Ask, A, E> {
  readonly ask: Ask
  readonly done: (exit: Exit.Exit<A, E>) => void
  /** Who gave up meanwhile is asked for no more. */
  isGone: boolean
}

const missing = Exit.die("an answer is missing")

export const makeTogether = <Ask, A, E, R>({
  answer,
  collect = Effect.void,
  most,
  workers
}: TogetherOptions<Ask, A, E, R>) =>
  Effect.gen(function* () {
    const waiting: Array<Asked<Ask, A, E>> = []
    const idle = new Set<() => void>()
    /** Between its first question and taking them, one worker collects for all. */
    let isCollecting = false

    const wakeOne = () => {
      const [wake] = idle
      if (wake === undefined || isCollecting || waiting.length === 0) return
      isCollecting = true
      idle.delete(wake)
      wake()
    }
    const somebodyAsks = Effect.async<void>((resume) => {
      const wake = () => resume(Effect.void)
      idle.add(wake)
      wakeOne()
      return Effect.sync(() => idle.delete(wake))
    })
    const take = Effect.sync(() => {
      const taken = waiting.splice(0, most).filter(({ isGone }) => !isGone)
      isCollecting = false
      wakeOne()
      return taken
    })

    const serve = Effect.gen(function* () {
      yield* somebodyAsks
      yield* collect
      const taken = yield* take
      if (taken.length === 0) return
      const ended = yield* Effect.exit(answer(taken.map(({ ask }) => ask)))
      for (const [at, { done }] of taken.entries()) {
        done(Exit.isFailure(ended) ? Exit.failCause(ended.cause) : (ended.value[at] ?? missing))
      }
    })
    yield* Effect.forEach(
      Array.from({ length: workers }, () => serve),
      (worker) => Effect.forkScoped(Effect.forever(worker)),
      { discard: true }
    )

    const add = (ask: Ask, done: (exit: Exit.Exit<A, E>) => void) => {
      const asked = { ask, done, isGone: false }
      waiting.push(asked)
      wakeOne()
      return asked
    }
    const together: Together<Ask, A, E> = {
      ask: (ask) =>
        Effect.async<A, E>((resume) => {
          const asked = add(ask, resume)
          return Effect.sync(() => {
            asked.isGone = true
          })
        })
    }
    return together
  })
