/**
 * Batches requests of different callers: those that arrive while all workers are busy wait, and the next free worker
 * processes all of them together (docs/decisions/0054-batch-while-workers-are-busy.md). No result is reused for
 * a later request.
 */
import { Effect, Exit } from "effect"

export interface BatcherOptions<In, A, E, R> {
  /** Returns as many results in the same order; a failure of the batch fails each request. */
  readonly respond: (batch: ReadonlyArray<In>) => Effect.Effect<ReadonlyArray<Exit.Exit<A, E>>, E, R>
  readonly maxSize: number
  /** Batches processed concurrently, at most. */
  readonly workers: number
  /** What a worker does between the first request and taking the batch, if waiting a moment makes batches larger. */
  readonly collect?: Effect.Effect<void>
  /**
   * Groups requests: a batch has one key, one batch of each key runs at a time, and the key that has waited longest is
   * next. Without it all requests may share a batch, and several batches may run together.
   */
  readonly keyOf?: (one: In) => string
  /** Requests that may wait, without those in progress; the next one fails immediately. */
  readonly waiting?: { readonly most: number; readonly full: E }
}

/** Collects for this many milliseconds of real time, not of the product's clock, because it affects only speed. */
export const collectFor = (millis: number): Effect.Effect<void> =>
  Effect.promise(() => new Promise<void>((resolve) => setTimeout(resolve, millis)))

export interface Batcher<In, A, E> {
  readonly submit: (one: In) => Effect.Effect<A, E>
}

interface Submitted<In, A, E> {
  readonly one: In
  readonly key: string | undefined
  readonly done: (exit: Exit.Exit<A, E>) => void
  /** The requesting fiber was interrupted, so its result is not needed. */
  isGone: boolean
}

const missing = Exit.die("an answer is missing")

/** Waiting requests, and idle workers. */
const makeWaitingRoom = <In, A, E>(maxSize: number, keyOf: (one: In) => string | undefined) => {
  let waiting: Array<Submitted<In, A, E>> = []
  const idle = new Set<() => void>()
  /** Keys of batches in progress. */
  const busy = new Set<string>()
  /** One worker collects for all between the first request and taking the batch. */
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
    /** Requests of the first free key, in order. */
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
    /** Completes each request of the batch. */
    free: (taken: ReadonlyArray<Submitted<In, A, E>>) => {
      for (const { key } of taken) if (key !== undefined) busy.delete(key)
      wakeOne()
    }
  }
}

/** The workers end with the scope. */
export const makeBatcher = <In, A, E, R>({
  respond: reply,
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
      const ended = yield* Effect.exit(reply(taken.map(({ one }) => one)))
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
