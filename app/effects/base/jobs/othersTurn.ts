/** Requests have their turn between two parts of a long work. */
import { Effect } from "effect"

/**
 * Statements of the embedded database are done at once, and `Effect.yieldNow` may go on before the event loop has looked
 * for requests: a job of a thousand pieces would hold up pages. A sleep without length waits for that look, whatever the
 * scheduler.
 */
export const othersTurn: Effect.Effect<void> = Effect.sleep(0)
