/** What is stored of each request: its metrics, and the line of `REQUEST_LOG=on` (docs/operations.md, "Logs and traces"). */
import type { MetricLabel } from "effect"
import { loggedNetworkOf } from "~/effects/base/limits/Asker"
import { httpDurations, httpRequests, labelsOf } from "~/effects/base/metrics/counted.server"

interface HandledRequest {
  /** The route pattern, `/explore/:slug`; never the address itself. */
  readonly route: string
  readonly method: string
  readonly status: number
  readonly seconds: number
}

interface Series {
  readonly request: ReadonlyArray<MetricLabel.MetricLabel>
  readonly duration: ReadonlyArray<MetricLabel.MetricLabel>
}

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
/** More than there are combinations of route, method and status; further ones are counted as `other`. */
const MOST_SERIES = 1_500

const series = new Map<string, Series>()
const durations = new Map<string, Series["duration"]>()

const makeSeries = (key: string, route: string, method: string, status: number): Series => {
  const duration = durations.get(route) ?? labelsOf({ route })
  durations.set(route, duration)
  const made = { request: labelsOf({ method, route, status: String(status) }), duration }
  series.set(key, made)
  return made
}

const find = (route: string, method: string, status: number): Series => {
  const key = `${method} ${status} ${route}`
  const found = series.get(key)
  if (found !== undefined) return found
  if (series.size < MOST_SERIES || route === "other") return makeSeries(key, route, method, status)
  return find("other", method, status)
}

/**
 * Runs for every response, including cached pages, so it costs only two look-ups and two additions: the series of a
 * route, method and status are looked up once.
 */
export const countRequest = ({ method, route, seconds, status }: HandledRequest): void => {
  const { duration, request } = find(route, METHODS.has(method) ? method : "other", status)
  httpRequests.unsafeUpdate(1, request)
  httpDurations.unsafeUpdate(seconds, duration)
}

/**
 * One JSON object in the form of the log's other lines. It has the route's pattern instead of the address, so it holds no
 * names, secrets or search words, and the visitor's network instead of their address.
 */
export const requestLine = (
  { method, route, seconds, status }: HandledRequest,
  address: string,
  requestId: string,
  at: Date
): string =>
  JSON.stringify({
    message: "request",
    logLevel: "INFO",
    timestamp: at.toISOString(),
    annotations: {
      requestId,
      method,
      route,
      status,
      milliseconds: Math.round(seconds * 1_000),
      network: loggedNetworkOf(address)
    }
  })
