/** Rate limits of one-time codes: per address, per account and per network. */
import { Duration, Effect, Option } from "effect"
import { TooMany } from "~/effects/base/failures/failures"
import type { Asker } from "~/effects/base/limits/Asker"
import { type Window, waitFor } from "~/effects/base/limits/windows.server"
import { belongsTo, CodesRepo, MAX_TRIES, RESEND } from "./CodesRepo.server"
import { askAgainIn, CodeStillGood } from "./errors"

/** Lifetime of a code. Milliseconds. */
export const CODE_LIFE = Duration.toMillis("10 minutes")
const HOUR = Duration.toMillis("1 hour")
/** A day plus the lifetime of a code: in any 24 hours at most 10 codes are valid (50 guesses). */
const DAY = Duration.toMillis("24 hours") + CODE_LIFE
const SENDING: ReadonlyArray<Window> = [
  { max: 3, ms: HOUR },
  { max: 10, ms: DAY }
]
const RESENDING: ReadonlyArray<Window> = [{ max: 1, ms: RESEND }, ...SENDING]

export const makeCodeLimits = Effect.gen(function* () {
  const codes = yield* CodesRepo

  /** Milliseconds until another code may be sent for this address, account and network. */
  const waitOf = (key: string, { account, network }: Asker, now: number) =>
    Effect.gen(function* () {
      return Math.max(
        waitFor(RESENDING, yield* codes.sentTo("email_key", key, now - DAY), now),
        waitFor(SENDING, yield* codes.sentTo("account_address", account, now - DAY), now),
        waitFor(SENDING, yield* codes.sentTo("network", network, now - DAY), now)
      )
    })

  /** Another code may not be sent yet. Only a browser that has a valid code learns that it is still valid. */
  const refuse = (key: string, asker: Asker, wait: number, now: number) =>
    Effect.gen(function* () {
      const retryAfter = Math.ceil(wait / 1_000)
      const good = Option.filter(
        yield* codes.findLive(key, asker.browser),
        (live) => live.expiresAt > now && live.attempts < MAX_TRIES && belongsTo(live, asker)
      )
      return yield* Option.match(good, {
        onNone: () => new TooMany({ message: askAgainIn(retryAfter), retryAfter }),
        onSome: ({ sentAt }) => new CodeStillGood({ sentAt, retryAfter })
      })
    })

  /** Fails if no further code may be sent now. The caller holds the locks of all three. */
  const requireFit = (key: string, asker: Asker, now: number) =>
    Effect.flatMap(waitOf(key, asker, now), (wait) => (wait > 0 ? refuse(key, asker, wait, now) : Effect.void))

  return { requireFit }
})
