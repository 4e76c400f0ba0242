import type { GatewayError } from "../Errors"

/**
 * An answer that stays as it is, however often one asks: the gateway understood the question and says no. Only its own
 * error body (`details.type`, read as `reason`) shows that it was the gateway; a proxy in front of it answers with any
 * status. Everything else may pass.
 */
export const isRefusal = (error: GatewayError): boolean =>
  error._tag === "RequestStatusNotOk" &&
  error.reason !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  !PASSING.has(error.status)

/** Too slow, and too many requests. */
const PASSING = new Set([408, 429])
