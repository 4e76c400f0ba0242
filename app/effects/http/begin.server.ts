/**
 * What every request begins with, whoever answers it: an id and a nonce, the headers of every answer (quality B11), and
 * the refusals of what no route should see.
 */
import { randomBytes, randomUUID } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { RequestContext } from "../RequestContext"
import type { BeginRequest } from "../tracing/requestSpan.server"
import { guard, pathOf } from "./guards.server"
import { contentSecurityPolicy, type OutsideOrigins, securityHeaders, UPLOADED_FILE_POLICY } from "./headers.server"
import { makePace } from "./pace.server"
import { refusalReply } from "./refusal.server"

export interface Site {
  readonly appOrigin: string
  readonly outside: OutsideOrigins
  readonly beginRequest: BeginRequest | undefined
  /** True once the server is going: connections are then not kept open. */
  readonly isStopping: () => boolean
}

/** Answers with JSON and nothing else. */
export const endJson = (response: ServerResponse, status: number, body: unknown): void =>
  endText(response, status, JSON.stringify(body), "application/json")

/** The length is stated, so the connection stays usable. */
const endText = (response: ServerResponse, status: number, text: string, type: string): void => {
  response.setHeader("Content-Type", type)
  response.setHeader("Content-Length", Buffer.byteLength(text))
  response.statusCode = status
  response.end(text)
}

/** The context of the request; undefined where it was refused, and is answered. */
export const makeBegin = ({ appOrigin, beginRequest, isStopping, outside }: Site) => {
  const fixedHeaders = securityHeaders(appOrigin)

  return (request: IncomingMessage, response: ServerResponse): RequestContext | undefined => {
    const { headers, method = "", url = "" } = request
    const requestId = randomUUID()
    const context: RequestContext = {
      requestId,
      nonce: randomBytes(16).toString("base64"),
      address: request.socket.remoteAddress ?? "unknown",
      pace: makePace(response),
      span: beginRequest?.({ method, path: url.split("?", 1)[0] ?? "", requestId }, response)
    }
    for (const [name, value] of fixedHeaders) response.setHeader(name, value)
    response.setHeader(
      "Content-Security-Policy",
      pathOf(url)?.startsWith("/files/") ? UPLOADED_FILE_POLICY : contentSecurityPolicy(context.nonce, outside)
    )
    response.setHeader("X-Request-Id", requestId)
    if (isStopping()) response.setHeader("Connection", "close")

    const refused = guard(
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
    const { text, type } = refusalReply(refused, { accept: headers.accept, requestId })
    response.setHeader("Connection", "close")
    endText(response, refused.status, text, type)
    return undefined
  }
}

/** Node joins what came twice, but for a few names; those count as their first. */
const only = (value: string | ReadonlyArray<string> | undefined): string | undefined =>
  typeof value === "string" ? value : value?.[0]
