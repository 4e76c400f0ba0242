import { Clock, Duration, Effect, Exit, Layer, type MetricLabel, Ref } from "effect"
import { ConnectorErrors, Gateway, GatewayConfig, Http, type HttpReply } from "~/connector/index"
import { labelsOf, ledgerCalls, ledgerDurations } from "~/effects/base/metrics/counted.server"
import { GatewayAccess } from "~/effects/base/settings/GatewayAccess"
import { NETWORK_NAMES } from "~/effects/base/settings/networks"
import { APP_NAME, APP_VERSION } from "~/effects/base/settings/product"
import { Settings } from "~/effects/base/settings/Settings.server"

type Outcome = "answered" | "refused" | "failed"

interface Series extends Readonly<Record<Outcome, ReadonlyArray<MetricLabel.MetricLabel>>> {
  readonly call: ReadonlyArray<MetricLabel.MetricLabel>
}

/** The gateway has some twenty paths; further ones are counted as `other`. */
const MOST_CALLS = 50
const series = new Map<string, Series>()

const makeSeries = (call: string): Series => {
  const outcome = (name: Outcome) => labelsOf({ call, outcome: name })
  const made = {
    answered: outcome("answered"),
    refused: outcome("refused"),
    failed: outcome("failed"),
    call: labelsOf({ call })
  }
  series.set(call, made)
  return made
}

/** @param path of the gateway's API, whatever its base address. */
export const countLedgerCall = (path: string, outcome: Outcome, seconds: number): void => {
  const call = path.replace(/^.*?(?=\/(state|status|stream|transaction|statistics|extensions)\/)/, "")
  const found =
    series.get(call) ?? (series.size < MOST_CALLS ? makeSeries(call) : (series.get("other") ?? makeSeries("other")))
  ledgerCalls.unsafeUpdate(1, found[outcome])
  ledgerDurations.unsafeUpdate(seconds, found.call)
}

const outcomeOf = (exit: Exit.Exit<{ readonly status: number }, unknown>) => {
  if (Exit.isFailure(exit)) return "failed"
  const { status } = exit.value
  if (status < 400) return "answered"
  return status === 429 || status >= 500 ? "failed" : "refused"
}

/**
 * Counts calls of the ledger gateway and records them as spans. The connector itself does neither, because it also
 * runs in browsers.
 */
export const TracedHttp = Layer.effect(
  Http,
  Effect.map(Http, ({ post }) => ({
    post: (request) => {
      const call = new URL(request.url).pathname
      const since = performance.now()
      return post(request).pipe(
        Effect.onExit((exit) =>
          Effect.sync(() => countLedgerCall(call, outcomeOf(exit), (performance.now() - since) / 1_000))
        ),
        Effect.tap(({ status }) => Effect.annotateCurrentSpan("http.response.status_code", status)),
        Effect.withSpan("ledger", { kind: "client", attributes: { "ledger.call": call } })
      )
    }
  }))
)

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
