/**
 * Rendered pages on their way out, each with a nonce of its own. A browser that has the page is told so without one (304):
 * the policy that came with its page still fits that page's scripts, and a new nonce would not.
 */
import { randomBytes, randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import type { Site } from "./begin.server"
import { contentSecurityPolicy, securityHeaders } from "./headers.server"
import { matchesTag, takesEncoding } from "./pageCache"
import type { RenderedPage } from "./pageCache.server"

/** zlib's: packed anew for each answer, because its nonce stands in it. A third of the time of level 9, and 3% larger. */
export const GZIP_LEVEL = 4
const POLICY = "Content-Security-Policy"
const VARY = ["Vary", "Accept-Encoding, Cookie"] as const

/** @param before headers of the answer that the response does not have yet, names and values in turn; they are added to. */
export const sendPage = (
  page: RenderedPage,
  nonce: string,
  request: IncomingMessage,
  response: ServerResponse,
  before: Array<string> = []
): void => {
  if (page.tag !== undefined && matchesTag(only(request.headers["if-none-match"]), page.tag)) {
    sendUnchanged(page, page.tag, response, before)
    return
  }
  const text = page.text.join(nonce)
  const isPacked = text !== "" && takesEncoding("gzip", only(request.headers["accept-encoding"]))
  const body = isPacked ? gzipSync(text, { level: GZIP_LEVEL }) : Buffer.from(text)
  for (const [name, value] of page.headers) before.push(name, value)
  before.push(...VARY)
  if (page.tag !== undefined) before.push("ETag", page.tag)
  if (isPacked) before.push("Content-Encoding", "gzip")
  if (page.status !== 204) before.push("Content-Length", String(body.length))
  response.writeHead(page.status, before)
  response.end(request.method === "HEAD" ? undefined : body)
}

/** Headers of an answer without a body take the place of those that were kept (RFC 9111, 3.2): no policy is among them. */
const sendUnchanged = (
  { headers }: RenderedPage,
  tag: string,
  response: ServerResponse,
  before: ReadonlyArray<string>
): void => {
  response.removeHeader(POLICY)
  const kept: Array<string> = ["ETag", tag, ...VARY]
  for (let at = 0; at + 1 < before.length; at += 2) {
    const [name = "", value = ""] = [before[at], before[at + 1]]
    if (name !== POLICY) kept.push(name, value)
  }
  for (const [name, value] of headers) if (name === "cache-control") kept.push(name, value)
  response.writeHead(304, kept)
  response.end()
}

const only = (value: string | ReadonlyArray<string> | undefined) =>
  typeof value === "string" ? value : value?.join(", ")

/** In place of the nonce, while the policy's two halves are made. */
const GAP = "\0"

/**
 * Sends kept pages that everybody shares, before anything else is asked of the request (docs/goals.md A10): its address
 * was found among them, so there is nothing to refuse. The headers are those of `begin.server.ts`.
 */
export const makeSendShared = ({ appOrigin, beginRequest, isStopping, outside }: Site) => {
  const fixedHeaders = securityHeaders(appOrigin).flat()
  const [policyStart = "", policyEnd = ""] = contentSecurityPolicy(GAP, outside).split(GAP)

  return (page: RenderedPage, request: IncomingMessage, response: ServerResponse): void => {
    const [nonce, requestId] = [randomBytes(16).toString("base64"), randomUUID()]
    const { method = "", url: path = "" } = request
    beginRequest?.({ method, path, requestId }, response)
    const policy = policyStart + nonce + policyEnd
    const headers = [...fixedHeaders, POLICY, policy, "X-Request-Id", requestId]
    if (isStopping()) headers.push("Connection", "close")
    sendPage(page, nonce, request, response, headers)
  }
}
