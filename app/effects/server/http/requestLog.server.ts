/** The line that `REQUEST_LOG=on` writes for each request (docs/operations.md, "Logs and traces"). Pure. */
import { loggedNetworkOf } from "~/effects/base/limits/Asker"
import type { HandledRequest } from "~/effects/base/metrics/requests.server"

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
