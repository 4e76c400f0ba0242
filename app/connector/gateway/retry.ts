import type { GatewayError } from "../Errors"

const BUSY = new Set([429, 502, 503, 504, 524])

/** Trouble that passes: no network, too many requests, a gateway that lags or restarts (wallet protocol §6.4). */
export const isWorthRepeating = (error: GatewayError): boolean =>
  error._tag === "FailedToFetch" ||
  (error._tag === "RequestStatusNotOk" && (BUSY.has(error.status) || error.reason === "NotSyncedUpError"))
