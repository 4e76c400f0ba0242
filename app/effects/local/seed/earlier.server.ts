/**
 * What the demonstration's people did before the first start: runs the real flows with a clock that is behind by this
 * much. The ledger keeps its own time. Local mode only.
 */
import { Clock, Duration, Effect } from "effect"

export const earlier =
  (by: Duration.DurationInput) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.clock, (clock) => {
      const millis = Duration.toMillis(by)
      const unsafeCurrentTimeMillis = () => clock.unsafeCurrentTimeMillis() - millis
      const unsafeCurrentTimeNanos = () => clock.unsafeCurrentTimeNanos() - BigInt(millis) * 1_000_000n
      return Effect.withClock(effect, {
        [Clock.ClockTypeId]: Clock.ClockTypeId,
        unsafeCurrentTimeMillis,
        unsafeCurrentTimeNanos,
        currentTimeMillis: Effect.sync(unsafeCurrentTimeMillis),
        currentTimeNanos: Effect.sync(unsafeCurrentTimeNanos),
        sleep: (duration) => clock.sleep(duration)
      })
    })
