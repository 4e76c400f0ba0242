import { Effect } from "effect"

/** Passes values from callbacks to one waiting fiber. Lighter than Effect's queue, and sufficient here. */
export interface Mailbox<A> {
  readonly offer: (value: A) => void
  /** Waits for and returns the oldest value. One consumer at a time. */
  readonly take: Effect.Effect<A>
}

/** Discards values above its capacity: with 1 it is a signal that remembers one notification. */
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
