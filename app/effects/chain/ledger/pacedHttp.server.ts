/**
 * HTTP to the gateway that heeds "too many requests": after a 429 or 503 that says for how long, nothing is sent before
 * that. A short pause is waited out; during a long one every question is answered here, in the gateway's own words, so
 * that callers say at once that it does not answer.
 */
import { Clock, Duration, Effect, Layer, Ref } from "effect"
import { ConnectorErrors, Http, type HttpReply } from "~/connector/index"

/** Waited out, which leaves as much of a call's three seconds for its answer. */
const SHORT = Duration.toMillis("1500 millis")
/** A gateway that asks for more is asked again after this: one wrong header must not silence the site for a day. */
const LONGEST = Duration.toMillis("1 minute")
const TOO_MANY: HttpReply = { status: 429, text: "" }

/** Milliseconds from now; 0 where nothing that can be read is said (RFC 9110, 10.2.3: seconds, or a date). */
export const retryAfterMs = (header: string | null, now: number): number => {
  if (header === null) return 0
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST)
}

export const PacedHttp = Layer.effect(
  Http,
  Effect.gen(function* () {
    const pausedUntil = yield* Ref.make(0)
    const heed = (header: string | null) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Ref.update(pausedUntil, (before) => Math.max(before, now + retryAfterMs(header, now)))
      )

    return {
      post: Effect.fnUntraced(function* ({ body, headers, url }) {
        const pause = (yield* Ref.get(pausedUntil)) - (yield* Clock.currentTimeMillis)
        if (pause > SHORT) return TOO_MANY
        if (pause > 0) yield* Effect.sleep(pause)
        const { retryAfter, ...reply } = yield* Effect.tryPromise({
          try: async (signal) => {
            const response = await fetch(url, { method: "POST", body, headers, signal })
            const text = await response.text()
            return { status: response.status, text, retryAfter: response.headers.get("Retry-After") }
          },
          catch: (cause) => new ConnectorErrors.FailedToFetch({ cause })
        })
        if (reply.status === 429 || reply.status === 503) yield* heed(retryAfter)
        return reply satisfies HttpReply
      })
    }
  })
)
