import { Effect } from "effect"

/** What a page may want to hear of a request before it ends. */
export interface Hooks {
  readonly onTransactionId?: ((transactionIntentHash: string) => void) | undefined
  readonly onSubmittedSuccess?: ((parentTransactionIntentHash: string) => void) | undefined
}

/** Tells the page. What it throws is its own affair, and ours goes on. */
export const tell = <A>(hook: ((value: A) => void) | undefined, value: A): Effect.Effect<void> =>
  hook === undefined
    ? Effect.void
    : Effect.try({ try: () => hook(value), catch: (cause) => cause }).pipe(
        Effect.catchAll((cause) => Effect.logWarning("a callback of the page threw", cause))
      )
