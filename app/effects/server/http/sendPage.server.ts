/**
 * Rendered pages on their way out, each with a nonce of its own. There is no 304: a new nonce would not fit the page
 * they have.
 */
import { randomFillSync, randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Site } from "./begin.server"
import { contentSecurityPolicy, securityHeaders } from "./headers.server"
import { takesEncoding } from "./pageCache"
import type { RenderedPage } from "./pageCache.server"
import { lengthOf } from "./pageCacheBody.server"

/** @param before headers of the answer that the response does not have yet, names and values in turn; they are added to. */
export const sendPage = (
  page: RenderedPage,
  nonce: string,
  request: IncomingMessage,
  response: ServerResponse,
  before: Array<string> = []
): void => {
  const isPacked = page.body.size > 0 && takesEncoding("gzip", only(request.headers["accept-encoding"]))
  const body = isPacked ? page.body.gzip([nonce]) : page.body.plain([nonce])
  for (const [name, value] of page.headers) before.push(name, value)
  before.push("Vary", "Accept-Encoding, Cookie")
  if (isPacked) before.push("Content-Encoding", "gzip")
  if (page.status !== 204) before.push("Content-Length", String(lengthOf(body)))
  response.cork()
  response.writeHead(page.status, before)
  if (request.method !== "HEAD") for (const part of body) response.write(part)
  response.end()
}

const only = (value: string | ReadonlyArray<string> | undefined) =>
  typeof value === "string" ? value : value?.join(", ")

const NONCE_BYTES = 16
const NONCES = 256

/** Base64 of 128 bits. Drawn many at a time: asking the system costs more than the bytes. Used ones are wiped. */
const makeNonces = () => {
  const pool = Buffer.alloc(NONCES * NONCE_BYTES)
  let next = pool.length
  return () => {
    if (next === pool.length) {
      randomFillSync(pool)
      next = 0
    }
    const nonce = pool.toString("base64", next, next + NONCE_BYTES)
    pool.fill(0, next, next + NONCE_BYTES)
    next += NONCE_BYTES
    return nonce
  }
}

/** In place of the nonce, while the policy's two halves are made. */
const GAP = "\0"

/**
 * Sends kept pages that everybody shares, before anything else is asked of the request (docs/goals.md A10): its address
 * was found among them, so there is nothing to refuse. The headers are those of `begin.server.ts`.
 */
export const makeSendShared = ({ appOrigin, beginRequest, isStopping, outside }: Site) => {
  const fixedHeaders = securityHeaders(appOrigin).flat()
  const [policyStart = "", policyEnd = ""] = contentSecurityPolicy(GAP, outside).split(GAP)
  const makeNonce = makeNonces()

  return (page: RenderedPage, request: IncomingMessage, response: ServerResponse): void => {
    const [nonce, requestId] = [makeNonce(), randomUUID()]
    const { method = "", url: path = "" } = request
    beginRequest?.({ method, path, requestId }, response)
    const policy = policyStart + nonce + policyEnd
    const headers = [...fixedHeaders, "Content-Security-Policy", policy, "X-Request-Id", requestId]
    if (isStopping()) headers.push("Connection", "close")
    sendPage(page, nonce, request, response, headers)
  }
}
