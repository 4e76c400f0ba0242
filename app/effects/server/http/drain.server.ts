/**
 * The end of an answer that was given before the request's body was read. A connection that is closed while bytes still
 * arrive is reset, and with the reset the answer is lost; so the words go out first, the rest of the body is read and
 * thrown away, and then the connection ends. What is read so is bounded in bytes and in time.
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

/** Refuses a request before its body was read, in words. */
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
