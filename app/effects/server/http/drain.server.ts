/**
 * Ends a response that was sent before the request's body was read. If a connection is closed while bytes still arrive,
 * it is reset and the response is lost; so the response is sent first, then the rest of the body is read and discarded,
 * and then the connection is closed. The discarding is limited in bytes and in time.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { GuardRefusal } from "./guards.server"
import { refusalReply } from "./refusal.server"

const MAX_BYTES = 32 * 1_048_576
const MAX_MS = 10_000

export const endDrained = (request: IncomingMessage, response: ServerResponse, text: string): void => {
  response.setHeader("Content-Length", Buffer.byteLength(text))
  if (request.complete) return void response.end(text)
  response.flushHeaders()
  response.write(text)
  let bytes = 0
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, MAX_MS).unref()
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) end()
  })
  request.once("end", end)
  request.once("error", end)
  request.once("close", end)
}

/** Refuses a request with a message before its body is read. */
export const endRefused = (
  request: IncomingMessage,
  response: ServerResponse,
  refused: GuardRefusal,
  requestId: string
): void => {
  const { text, type } = refusalReply(refused, { accept: request.headers.accept, requestId })
  response.setHeader("Connection", "close")
  response.setHeader("Cache-Control", "no-store")
  response.setHeader("Content-Type", type)
  if (refused.retryAfter !== undefined) response.setHeader("Retry-After", String(refused.retryAfter))
  response.statusCode = refused.status
  endDrained(request, response, text)
}
