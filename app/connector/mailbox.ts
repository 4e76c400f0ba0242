import { Effect } from "effect"

/** From plain callbacks to one fiber that waits. Lighter than a queue, and all that is needed here. */
export interface Mailbox<A> {
  readonly offer: (value: A) => void
  /** The oldest value; waits for one. One taker at a time. */
  readonly take: Effect.Effect<A>
}

/** Above its capacity a mailbox drops what comes: with 1 it is a bell that remembers one ring. */
export const makeMailbox = <A>(capacity = Number.POSITIVE_INFINITY): Mailbox<A> => {
  const values: Array<A> = []
  let taker: ((value: Effect.Effect<A>) => void) | undefined
  return {
    offer: (value) => {
      const resume = taker
      taker = undefined
      if (resume !== undefined) resume(Effect.succeed(value))
      else if (values.length < capacity) values.push(value)
    },
    take: Effect.async((resume) => {
      const next = values.splice(0, 1)
      for (const value of next) resume(Effect.succeed(value))
      if (next.length > 0) return
      taker = resume
      return Effect.sync(() => {
        if (taker === resume) taker = undefined
      })
    })
  }
}

export interface Bell {
  readonly ring: () => void
  readonly wait: Effect.Effect<void>
}
export const makeBell = (): Bell => {
  const { offer, take } = makeMailbox<void>(1)
  return { ring: () => offer(undefined), wait: take }
}
