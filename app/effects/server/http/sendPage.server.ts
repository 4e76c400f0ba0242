/**
 * Sends rendered pages, each with its own nonce. A browser that has the page gets a 304 without a nonce: the policy
 * that came with its page still matches that page's scripts, and a new nonce would not.
 */
import { randomBytes, randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { gzipSync } from "node:zlib"
import type { Site } from "./begin.server"
import { contentSecurityPolicy, securityHeaders } from "./headers.server"
import { matchesTag, takesEncoding } from "./pageCache"
import type { RenderedPage } from "./pageCache.server"

/**
 * zlib level. Each response is compressed separately because it contains its nonce; this takes a third of the time of
 * level 9, for 3% more bytes.
 */
export const GZIP_LEVEL = 4
const POLICY = "Content-Security-Policy"
const VARY = ["Vary", "Accept-Encoding, Cookie"] as const

/** @param before headers to add to the response, names and values alternating; the list is extended. */
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

/** The headers of a 304 replace the stored ones (RFC 9111, 3.2), so no policy is among them. */
const sendUnchanged = (
  { headers }: RenderedPage,
  tag: string,
  response: ServerResponse,
  before: ReadonlyArray<string>
): void => {
  response.removeHeader(POLICY)
  const stored: Array<string> = ["ETag", tag, ...VARY]
  for (let at = 0; at + 1 < before.length; at += 2) {
    const [name = "", value = ""] = [before[at], before[at + 1]]
    if (name !== POLICY) stored.push(name, value)
  }
  for (const [name, value] of headers) if (name === "cache-control") stored.push(name, value)
  response.writeHead(304, stored)
  response.end()
}

const only = (value: string | ReadonlyArray<string> | undefined) =>
  typeof value === "string" ? value : value?.join(", ")

/** Placeholder for the nonce while the policy is split into its two halves. */
const GAP = "\0"

/**
 * Sends cached shared pages before any other check of the request: its address was found among them, so
 * there is nothing to refuse. The headers are those of `begin.server.ts`. Returns the request's id.
 */
export const makeSendShared = ({ appOrigin, beginRequest, isStopping, outside }: Site) => {
  const fixedHeaders = securityHeaders(appOrigin).flat()
  const [policyStart = "", policyEnd = ""] = contentSecurityPolicy(GAP, outside).split(GAP)

  return (page: RenderedPage, request: IncomingMessage, response: ServerResponse): string => {
    const [nonce, requestId] = [randomBytes(16).toString("base64"), randomUUID()]
    const { method = "", url: path = "" } = request
    beginRequest?.({ method, path, requestId }, response)
    const policy = policyStart + nonce + policyEnd
    const headers = [...fixedHeaders, POLICY, policy, "X-Request-Id", requestId]
    if (isStopping()) headers.push("Connection", "close")
    sendPage(page, nonce, request, response, headers)
    return requestId
  }
}
