import { Effect } from "effect"

/** Tells the page. What it throws is its own affair, and ours goes on. */
export const tell = <A extends ReadonlyArray<unknown>>(
  hear: ((...news: A) => void) | undefined,
  ...news: A
): Effect.Effect<void> =>
  Effect.try({ try: () => hear?.(...news), catch: (cause) => cause }).pipe(
    Effect.catchAll((cause) => Effect.logWarning("a callback of the page threw", cause))
  )
