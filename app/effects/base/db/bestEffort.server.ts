import { Effect, Option } from "effect"
import { LockTimeout } from "./sqlite.server"
import { storageFailureIn } from "./storageFailure.server"

/**
 * A write without which a page is as right as with it, such as the time of a visit: it waits for no lock of another
 * program, and a storage that takes no writes does not end the page.
 */
export const bestEffort = <E, R>(write: Effect.Effect<unknown, E, R>): Effect.Effect<void, E, R> =>
  write.pipe(
    Effect.asVoid,
    Effect.catchSomeCause((cause) => Option.as(storageFailureIn(cause), Effect.void)),
    Effect.provideService(LockTimeout, 0)
  )
