import { Effect, Option } from "effect"
import { LockTimeout } from "./sqlite.server"
import { storageFailureIn } from "./storageFailure.server"

/**
 * For writes that a page does not depend on, such as the time of a visit: they do not wait for another program's lock,
 * and do not fail the page when the storage takes no writes.
 */
export const bestEffort = <E, R>(write: Effect.Effect<unknown, E, R>): Effect.Effect<void, E, R> =>
  write.pipe(
    Effect.asVoid,
    Effect.catchSomeCause((cause) => Option.as(storageFailureIn(cause), Effect.void)),
    Effect.provideService(LockTimeout, 0)
  )
