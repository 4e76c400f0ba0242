/**
 * A breaker in front of a service outside: after some failures in a row it is left alone, and only now and then one
 * call goes through to see whether it is back (quality B17).
 */
import { Clock, Duration, Effect, Ref, Schema } from "effect"

/** Not asked: it failed often just now. */
export class LeftAlone extends Schema.TaggedError<LeftAlone>()("LeftAlone", {}) {}

export interface BreakerOptions {
  /** Failures in a row that open it. */
  readonly failures: number
  /** Between two trial calls while it is open. */
  readonly pause: Duration.DurationInput
}

export interface Breaker {
  /** `isOutage` tells failures of the service from refusals, which prove that it is alive. */
  readonly guard: <A, E, R>(
    call: Effect.Effect<A, E, R>,
    isOutage: (error: E) => boolean
  ) => Effect.Effect<A, E | LeftAlone, R>
}

export const makeBreaker = ({ failures, pause }: BreakerOptions): Effect.Effect<Breaker> =>
  Effect.map(Ref.make({ inARow: 0, nextTrial: 0 }), (state) => {
    const failed = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Ref.update(state, ({ inARow }) => ({ inARow: inARow + 1, nextTrial: now + Duration.toMillis(pause) }))
    )
    const answered = Ref.set(state, { inARow: 0, nextTrial: 0 })

    /** True for whoever may call. While open, that is one caller each pause. */
    const admit = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Ref.modify(state, (current) => {
        if (current.inARow < failures) return [true, current]
        if (now < current.nextTrial) return [false, current]
        return [true, { ...current, nextTrial: now + Duration.toMillis(pause) }]
      })
    )

    return {
      guard: <A, E, R>(call: Effect.Effect<A, E, R>, isOutage: (error: E) => boolean) =>
        Effect.flatMap(
          admit,
          (admitted): Effect.Effect<A, E | LeftAlone, R> =>
            admitted
              ? call.pipe(
                  Effect.tap(() => answered),
                  Effect.tapError((error) => (isOutage(error) ? failed : answered)),
                  Effect.onInterrupt(() => failed)
                )
              : new LeftAlone()
        )
    }
  })
