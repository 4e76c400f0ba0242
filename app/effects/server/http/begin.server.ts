/**
 * The beginning of every request: assigns an id and a nonce, sets the headers of every response (docs/goals.md B11), and
 * refuses requests that no route should see.
 */
import { randomBytes, randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { makePace } from "~/effects/base/remix/download.server"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { clientAddress, type IsTrusted } from "~/effects/base/settings/trustedProxies.server"
import type { BeginRequest } from "~/effects/base/tracing/requestSpan.server"
import { endRefused } from "./admit.server"
import { type GuardRefusal, guard, pathOf } from "./guards.server"
import { contentSecurityPolicy, type OutsideOrigins, securityHeaders, UPLOADED_FILE_POLICY } from "./headers.server"

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

/** Addresses that send files as people uploaded them. */
const isUploaded = (path = ""): boolean =>
  path.startsWith("/files/") || /^\/api\/(?:expenses|threads)\/[^/]+\/[^/]+\/files\//.test(path)

/** The response's headers; undefined for every other request. */
const preflightOf = (method: string, path: string | undefined) =>
  method === "OPTIONS" && path?.startsWith("/api/v1/") === true ? HEADERS : undefined

export interface Site {
  readonly appOrigin: string
  readonly outside: OutsideOrigins
  /** Proxies whose `X-Forwarded-For` is trusted. */
  readonly isTrusted: IsTrusted
  readonly beginRequest: BeginRequest | undefined
  /** True once the server is stopping: connections are then not kept open. */
  readonly isStopping: () => boolean
}

/** Sends a JSON response. */
export const endJson = (response: ServerResponse, status: number, body: unknown): void =>
  endText(response, status, JSON.stringify(body), "application/json")

/** The length is stated, so the connection stays usable. */
export const endText = (response: ServerResponse, status: number, text: string, type: string): void => {
  response.setHeader("Content-Type", type)
  response.setHeader("Content-Length", Buffer.byteLength(text))
  response.statusCode = status
  response.end(text)
}

/** The visitor's address, as the last trusted proxy names it. */
export const addressOf = ({ headers, socket }: IncomingMessage, isTrusted: IsTrusted): string =>
  clientAddress(socket.remoteAddress ?? "unknown", only(headers["x-forwarded-for"]), isTrusted)

/** The context of the request; undefined if it was refused and answered. */
export const makeBegin = ({ appOrigin, beginRequest, isStopping, isTrusted, outside }: Site) => {
  const fixedHeaders = securityHeaders(appOrigin)

  return (request: IncomingMessage, response: ServerResponse): RequestContext | undefined => {
    const { headers, method = "", url = "" } = request
    const requestId = randomUUID()
    const context: RequestContext = {
      requestId,
      nonce: randomBytes(16).toString("base64"),
      address: addressOf(request, isTrusted),
      pace: makePace(response),
      span: beginRequest?.({ method, path: url.split("?", 1)[0] ?? "", requestId }, response)
    }
    for (const [name, value] of fixedHeaders) response.setHeader(name, value)
    response.setHeader(
      "Content-Security-Policy",
      isUploaded(pathOf(url)) ? UPLOADED_FILE_POLICY : contentSecurityPolicy(context.nonce, outside)
    )
    response.setHeader("X-Request-Id", requestId)
    if (isStopping()) response.setHeader("Connection", "close")

    const allowed = preflightOf(method, pathOf(url))
    if (allowed !== undefined) {
      for (const [name, value] of allowed) response.setHeader(name, value)
      response.statusCode = 204
      response.end()
      return undefined
    }
    const refused = lacksHost(request)
      ? NO_HOST
      : guard(
          {
            method,
            url,
            origin: headers.origin,
            fetchSite: only(headers["sec-fetch-site"]),
            contentLength: headers["content-length"],
            transferEncoding: headers["transfer-encoding"]
          },
          appOrigin
        )
    if (refused === undefined) return context
    endRefused(request, response, refused, requestId)
    return undefined
  }
}

/** HTTP/1.1 requires a Host header (RFC 9112, 3.2), although our host is known. */
const lacksHost = ({ headers, httpVersion }: IncomingMessage) => headers.host === undefined && httpVersion === "1.1"
const NO_HOST: GuardRefusal = { status: 400, code: "E-REQUEST", message: "The request names no host." }

/** Node joins repeated headers, except for a few names; of those the first value is used. */
const only = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]
