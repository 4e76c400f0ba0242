/**
 * The CORS preflight (Fetch Standard) that a browser sends before a page of another site may send `If-None-Match` to
 * the read API. Answered before any route, because the response is the same for everyone and needs no look-up. Pure.
 */
const MAX_AGE_S = 86_400

const HEADERS: ReadonlyArray<readonly [name: string, value: string]> = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Allow-Methods", "GET, HEAD"],
  ["Access-Control-Allow-Headers", "If-None-Match"],
  ["Access-Control-Max-Age", String(MAX_AGE_S)],
  ["Allow", "GET, HEAD, OPTIONS"]
]

/** The response's headers; undefined for every other request. */
export const preflightOf = (method: string, path: string | undefined) =>
  method === "OPTIONS" && path?.startsWith("/api/v1/") === true ? HEADERS : undefined
