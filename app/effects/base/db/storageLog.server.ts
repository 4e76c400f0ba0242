/**
 * What died, in the log. While the storage fails, every request and every round of every worker dies of the same thing:
 * that is said once a minute, by its reason and with the number of those that were not written down.
 */
import { type Cause, Effect, Option } from "effect"
import { causeInShort } from "~/effects/base/failures/reasonOf"
import { storageFailureIn } from "./storageFailure.server"

const PAUSE_MS = 60_000

// One process has one storage, for all that ask it.
let quietUntil = 0
let unsaid = 0

/** Logs the cause of `message`; storage failures at most once a minute. */
export const logDied = (message: string) => (cause: Cause.Cause<unknown>) =>
  Option.match(storageFailureIn(cause), {
    onNone: () => Effect.logError(message, causeInShort(cause)),
    onSome: ({ detail, place, reason }) =>
      Effect.suspend(() => {
        const now = performance.now()
        if (now < quietUntil) {
          unsaid++
          return Effect.void
        }
        const before = unsaid
        quietUntil = now + PAUSE_MS
        unsaid = 0
        return Effect.logError("the storage fails").pipe(
          Effect.annotateLogs({ reason, detail, place: place ?? "here", during: message, notLoggedBefore: before })
        )
      })
  })
