/**
 * Last known responses of the ledger, so that an outage of the gateway never blanks a page (docs/product/access.md).
 * They are shown with their time and never used to decide about money or votes.
 */
import { Effect, Ref } from "effect"
import { GatewayDown } from "~/effects/base/failures/failures"
import type { Timed } from "./facts"

export interface LastKnown<A> {
  /** The program's result; if the gateway is down, the last one under this key, marked as not fresh. */
  readonly or: <E, R>(
    key: string,
    program: Effect.Effect<A, E | GatewayDown, R>
  ) => Effect.Effect<A, E | GatewayDown, R>
}

/** Stores up to `capacity` responses and evicts the least recently used. */
export const makeLastKnown = <A extends Timed>(capacity: number): Effect.Effect<LastKnown<A>> =>
  Effect.map(Ref.make<ReadonlyMap<string, A>>(new Map()), (known) => {
    const keep = (key: string, answer: A) =>
      Ref.update(known, (all) => {
        const next = new Map(all)
        next.delete(key)
        next.set(key, answer)
        const oldest = next.keys().next()
        if (next.size > capacity && oldest.done !== true) next.delete(oldest.value)
        return next
      })
    return {
      or: (key, program) =>
        program.pipe(
          Effect.tap((answer) => keep(key, answer)),
          Effect.catchIf(
            (error): error is GatewayDown & typeof error => error instanceof GatewayDown,
            (down) =>
              Effect.flatMap(Ref.get(known), (all) => {
                const last = all.get(key)
                return last === undefined
                  ? Effect.fail(down)
                  : Effect.succeed({ ...last, time: { ...last.time, isFresh: false } })
              })
          )
        )
    }
  })
