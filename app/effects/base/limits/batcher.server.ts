/**
 * Batcher: what requests of different people submit while the workers are busy waits, and the next free worker answers
 * all that waits at once (docs/decisions/0054-batches-form-while-workers-are-busy.md). No answer is kept for a later
 * submission.
 */
import { Effect, Exit } from "effect"

export interface BatcherOptions<In, A, E, R> {
  /** Answers of the same number in the same order; a failure of the whole is the failure of each. */
  readonly answer: (batch: ReadonlyArray<In>) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>, E, R>
  readonly maxSize: number
  /** Batches answered at the same time, at most. */
  readonly workers: number
  /** What a worker does between the first submission and taking all of them, where waiting a moment saves more. */
  readonly collect?: Effect.Effect<void>
  /**
   * What waits for the same thing. A batch is of one key, of each key one is answered at a time, and keys take turns by
   * who has waited longest. Without it all may go together, and several batches be under way.
   */
  readonly keyOf?: (one: In) => string
  /** As many wait at most, not counting those being answered; the next one fails at once. */
  readonly waiting?: { readonly most: number; readonly full: E }
}

/** Collects for so many milliseconds of real time, not the product's: that decides nothing but speed. */
export const collectFor = (millis: number): Effect.Effect<void> =>
  Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, millis)))

export interface Batcher<In, A, E> {
  readonly submit: (one: In) => Effect.Effect<A, E>
}

interface Submitted<In, A, E> {
  readonly one: In
  readonly key: string | undefined
  readonly done: (exit: Exit.Exit<A, E>) => void
  /** The submitting fiber was interrupted: nothing needs to be answered. */
  isGone: boolean
}

const missing = Exit.die("an answer is missing")

/** What waits for a worker, and the workers that wait for something to do. */
const makeWaitingRoom = <In, A, E>(maxSize: number, keyOf: (one: In) => string | undefined) => {
  let waiting: Array<Submitted<In, A, E>> = []
  const idle = new Set<() => void>()
  /** Keys that are being answered. */
  const busy = new Set<string>()
  /** Between the first submission and taking, one worker collects for all. */
  let isCollecting = false

  const isFree = ({ key }: Submitted<In, A, E>) => key === undefined || !busy.has(key)
  const wakeOne = () => {
    const [wake] = idle
    if (wake === undefined || isCollecting || !waiting.some(isFree)) return
    isCollecting = true
    idle.delete(wake)
    wake()
  }
  return {
    size: () => waiting.length,
    add: (one: In, done: (exit: Exit.Exit<A, E>) => void) => {
      const submitted = { one, key: keyOf(one), done, isGone: false }
      waiting.push(submitted)
      wakeOne()
      return submitted
    },
    /** A worker waits here for its next batch. */
    arrival: Effect.async<void>((resume) => {
      const wake = () => resume(Effect.void)
      idle.add(wake)
      wakeOne()
      return Effect.sync(() => idle.delete(wake))
    }),
    /** Those of the first key that is free, in their order. */
    take: Effect.sync(() => {
      waiting = waiting.filter(({ isGone }) => !isGone)
      const key = waiting.find(isFree)?.key
      const taken = waiting.filter((one) => one.key === key && isFree(one)).slice(0, maxSize)
      const gone = new Set(taken)
      waiting = waiting.filter((one) => !gone.has(one))
      if (key !== undefined) busy.add(key)
      isCollecting = false
      wakeOne()
      return taken
    }),
    /** What was taken is answered. */
    free: (taken: ReadonlyArray<Submitted<In, A, E>>) => {
      for (const { key } of taken) if (key !== undefined) busy.delete(key)
      wakeOne()
    }
  }
}

/** Its workers end with the scope. */
export const makeBatcher = <In, A, E, R>({
  answer,
  collect = Effect.void,
  keyOf,
  maxSize,
  waiting,
  workers
}: BatcherOptions<In, A, E, R>) =>
  Effect.gen(function* () {
    const room = makeWaitingRoom<In, A, E>(maxSize, (one) => keyOf?.(one))
    const serve = Effect.gen(function* () {
      yield* room.arrival
      yield* collect
      const taken = yield* room.take
      if (taken.length === 0) return
      const ended = yield* Effect.exit(answer(taken.map(({ one }) => one)))
      room.free(taken)
      for (const [at, { done }] of taken.entries()) {
        done(Exit.isFailure(ended) ? Exit.failCause(ended.cause) : (ended.value[at] ?? missing))
      }
    })
    yield* Effect.forEach(
      Array.from({ length: workers }, () => serve),
      (worker) => Effect.forkScoped(Effect.forever(worker)),
      { discard: true }
    )
    const batcher: Batcher<In, A, E> = {
      submit: (one) =>
        Effect.async<A, E>((resume) => {
          if (waiting !== undefined && room.size() >= waiting.most) return resume(Effect.fail(waiting.full))
          const submitted = room.add(one, resume)
          return Effect.sync(() => {
            submitted.isGone = true
          })
        })
    }
    return batcher
  })
