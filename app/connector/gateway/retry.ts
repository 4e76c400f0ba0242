import type { GatewayError } from "../Errors"

/**
 * Whether a failure is final: the gateway understood the request and rejected it. Only its own error body
 * (`details.type`, read as `reason`) proves that it was the gateway; a proxy in front may send any status. All other
 * failures may be temporary.
 */
export const isRefusal = (error: GatewayError): boolean =>
  error._tag === "RequestStatusNotOk" &&
  error.reason !== undefined &&
  error.status >= 400 &&
  error.status < 500 &&
  !PASSING.has(error.status)

/** Timeout, and too many requests. */
const PASSING = new Set([408, 429])
