/** Lets requests run between two portions of a long computation. */
import { Effect } from "effect"

/**
 * The embedded database runs statements synchronously, and `Effect.yieldNow` may continue before the event loop has
 * polled for requests, so a job of a thousand items would delay pages. A zero-length sleep waits for that poll with any
 * scheduler.
 */
export const othersTurn: Effect.Effect<void> = Effect.sleep(0)
