import type { GatewayError } from "../Errors"

/**
 * An answer that stays as it is, however often one asks: the gateway understood the question and says no. Everything
 * else (no network, too many requests, a gateway or a proxy in trouble, an answer nobody can read) may pass.
 */
export const isRefusal = (error: GatewayError): boolean =>
  error._tag === "RequestStatusNotOk" && error.status >= 400 && error.status < 500 && !PASSING.has(error.status)

/** Too slow, and too many requests. */
const PASSING = new Set([408, 429])
