/**
 * Logs crashes. While the storage fails, every request and every round of every worker fails for the same reason; that
 * reason is logged once a minute with the number of suppressed lines.
 */
import { type Cause, Effect, Option } from "effect"
import { causeInShort } from "~/effects/base/failures/reasonOf"
import { storageFailureIn } from "./storageFailure.server"

const PAUSE_MS = 60_000

// Module state: a process has one storage for all callers.
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
