import { Effect } from "effect"

/** Calls a callback of the page; what it throws is logged and ignored. */
export const report = <A extends ReadonlyArray<unknown>>(
  hear: ((...news: A) => void) | undefined,
  ...news: A
): Effect.Effect<void> =>
  Effect.try({ try: () => hear?.(...news), catch: (cause) => cause }).pipe(
    Effect.catchAll((cause) => Effect.logWarning("a callback of the page threw", cause))
  )
