/**
 * What a browser asks before a page of another site may send `If-None-Match` to the read API (the CORS preflight of the Fetch Standard).
 * Answered before any route: it says the same to everybody, and nothing is looked up. Pure.
 */
const MAX_AGE_S = 86_400

const HEADERS: ReadonlyArray<readonly [name: string, value: string]> = [
  ["Access-Control-Allow-Origin", "*"],
  ["Access-Control-Allow-Methods", "GET, HEAD"],
  ["Access-Control-Allow-Headers", "If-None-Match"],
  ["Access-Control-Max-Age", String(MAX_AGE_S)],
  ["Allow", "GET, HEAD, OPTIONS"]
]

/** The headers of the answer; undefined for every other request. */
export const preflightOf = (method: string, path: string | undefined) =>
  method === "OPTIONS" && path?.startsWith("/api/v1/") === true ? HEADERS : undefined
