import { Clock, Duration, Effect, Layer, Ref } from "effect"
import { ConnectorErrors, Gateway, GatewayConfig, Http, type HttpReply } from "~/connector/index"
import { GatewayAccess } from "~/effects/base/settings/GatewayAccess"
import { NETWORK_NAMES } from "~/effects/base/settings/networks"
import { APP_NAME, APP_VERSION } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"
import { TracedHttp } from "~/effects/base/tracing/ledgerCalls.server"

/** Longest pause that is waited out, so that enough of a call's three seconds is left for its response. */
const SHORT = Duration.toMillis("1500 millis")
/** Upper limit of a pause, so that one wrong header cannot silence the site for a day. */
const LONGEST = Duration.toMillis("1 minute")
const TOO_MANY: HttpReply = { status: 429, text: "" }

/** Milliseconds from now; 0 if the header is missing or unreadable (RFC 9110, 10.2.3: seconds or a date). */
export const retryAfterMs = (header: string | null, now: number): number => {
  if (header === null) return 0
  const wait = /^\d{1,9}$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), LONGEST)
}

/**
 * HTTP client for the gateway that respects "too many requests": after a 429 or 503 with Retry-After, it sends nothing
 * before that time. It waits out a short pause; during a long one it responds itself in the gateway's format, so that
 * callers report immediately that the gateway is not responding.
 */
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

const GatewayAccessLive = Layer.effect(
  GatewayAccess,
  Effect.map(Settings, ({ gatewayTimeoutMs, gatewayUrl, ledger }) => ({
    host: new URL(gatewayUrl).host,
    timeout: Duration.millis(gatewayTimeoutMs),
    network: NETWORK_NAMES[ledger]
  }))
)

/** The ledger as the server reads it. */
export const GatewayLive = Gateway.layer.pipe(
  Layer.provide(Layer.provide(TracedHttp, PacedHttp)),
  Layer.provide(
    Layer.effect(
      GatewayConfig,
      Effect.map(Settings, ({ dAppDefinitionAddress, gatewayTimeoutMs, gatewayUrl }) => ({
        baseUrl: gatewayUrl,
        timeout: gatewayTimeoutMs,
        applicationName: APP_NAME,
        applicationVersion: APP_VERSION,
        dAppDefinitionAddress
      }))
    )
  ),
  Layer.merge(GatewayAccessLive)
)
