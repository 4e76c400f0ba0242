/**
 * GET /metrics (docs/operations/metrics.md). Metrics have a separate port, or require the token; if both are set, both
 * are needed; if neither is set, the address does not exist.
 */
import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import { Effect, Option, Redacted } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { networkOf } from "~/effects/base/limits/Asker"
import { Limits } from "~/effects/base/limits/Limits.server"
import { labelsOf, refusedScrapes } from "~/effects/base/metrics/counted.server"
import { CONTENT_TYPE, Metrics } from "~/effects/base/metrics/Metrics.server"
import { Settings } from "~/effects/base/settings/Settings.server"
import { clientAddress, type IsTrusted } from "~/effects/base/settings/trustedProxies.server"
import { sameText, sha256 } from "~/effects/base/text/random.server"
import { endJson, endText } from "./begin.server"

export class TokenRefused extends coded("TokenRefused", "E-METRICS-TOKEN", 401, {
  message: 'These figures require the token of this site\'s METRICS_TOKEN, as "Authorization: Bearer".'
}) {}

export interface Scrape {
  readonly authorization: string | undefined
  /** Network of the peer, or of the client behind a trusted proxy. */
  readonly address: string
}

const NO_LABELS = labelsOf({})

/** Hashes have one length, so that the time of the comparison reveals nothing about the token. */
const shows = (authorization: string | undefined, token: Redacted.Redacted): boolean => {
  const [, shown = ""] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? []
  return sameText(sha256(shown), sha256(Redacted.value(token)))
}

/**
 * The metrics as text. Wrong tokens are counted by network, and too many are refused early; the right token is never
 * counted, so that nobody in the same network can lock it out (behind an untrusted proxy all visitors share one).
 */
export const scrape = Effect.fn("metricsDoor.scrape")(function* ({ address, authorization }: Scrape) {
  const { metricsToken } = yield* Settings
  if (Option.exists(metricsToken, (token) => !shows(authorization, token))) {
    refusedScrapes.unsafeUpdate(1, NO_LABELS)
    yield* (yield* Limits).take({ "metrics.address": networkOf(address) ?? "this machine" })
    return yield* new TokenRefused()
  }
  return yield* (yield* Metrics).text
})

/** The response as the edge between Effect and the HTTP server passes it on. */
export interface ScrapeResponse {
  readonly status: number
  readonly retryAfter: number | undefined
  readonly body: unknown
}

export type ReadMetrics = (asked: Scrape, requestId: string) => Promise<ScrapeResponse>

/** Handles GET /metrics. */
export const makeSayMetrics =
  (read: ReadMetrics) =>
  async (request: IncomingMessage, response: ServerResponse, address: string, requestId: string): Promise<void> => {
    const { authorization } = request.headers
    const { body, retryAfter, status } = await read({ authorization, address }, requestId)
    response.setHeader("Cache-Control", "no-store")
    if (retryAfter !== undefined) response.setHeader("Retry-After", String(retryAfter))
    if (status === 401) response.setHeader("WWW-Authenticate", 'Bearer realm="metrics"')
    if (status === 200) endText(response, status, String(body), CONTENT_TYPE)
    else endJson(response, status, body)
  }

export const isMetrics = ({ method, url = "" }: Pick<IncomingMessage, "method" | "url">): boolean =>
  method === "GET" && url.split("?", 1)[0] === "/metrics"

/** A server for metrics only. */
export const makeMetricsServer = (read: ReadMetrics, isTrusted: IsTrusted): Server => {
  const say = makeSayMetrics(read)
  return createServer((request, response) => {
    const requestId = randomUUID()
    response.setHeader("X-Content-Type-Options", "nosniff")
    response.setHeader("X-Request-Id", requestId)
    if (!isMetrics(request)) {
      endJson(response, 404, { code: "E-NOT-FOUND", message: "This port serves only GET /metrics.", requestId })
      return
    }
    const forwarded = request.headers["x-forwarded-for"]
    const address = clientAddress(request.socket.remoteAddress ?? "unknown", String(forwarded ?? ""), isTrusted)
    say(request, response, address, requestId).catch(() => response.destroy())
  })
}
