/**
 * Replaces Node's own empty responses: to requests that are unreadable (400), too slow (408), have too large headers
 * (431), use Expect (417) or CONNECT (405). They get the form of every other refusal: a message, a code, an id.
 */
import { randomUUID } from "node:crypto"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import type { GuardRefusal } from "./guards.server"
import { refusalReply } from "./refusal.server"

const REASONS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  405: "Method Not Allowed",
  408: "Request Timeout",
  413: "Payload Too Large",
  417: "Expectation Failed",
  431: "Request Header Fields Too Large"
}

const unreadable: GuardRefusal = { status: 400, code: "E-REQUEST", message: "The request cannot be read." }
const byProblem: Readonly<Record<string, GuardRefusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "E-SLOW", message: "The request took too long to arrive. Try again." },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "E-HEADERS",
    message: "The request's headers are too large. Deleting this site's cookies may help."
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, code: "E-SIZE", message: "The request is too large." }
}
const noTunnel: GuardRefusal = { status: 405, code: "E-METHOD", message: "This method is not supported." }
const noExpectation: GuardRefusal = {
  status: 417,
  code: "E-EXPECT",
  message: "The only accepted value of Expect is 100-continue."
}

/** A whole response as text. There is no request object, because nothing could be parsed. */
export const refusalOnTheWire = (refusal: GuardRefusal, requestId: string): string => {
  const { text, type } = refusalReply(refusal, { accept: undefined, requestId })
  return [
    `HTTP/1.1 ${refusal.status} ${REASONS[refusal.status] ?? "Refused"}`,
    "Connection: close",
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    `X-Request-Id: ${requestId}`,
    `Content-Type: ${type}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    "",
    text
  ].join("\r\n")
}

/**
 * Sends the refusal and closes. Data that the client still sends is discarded, so that a reset does not lose the
 * message.
 */
const refuse = (socket: Duplex, refusal: GuardRefusal): void => {
  socket.on("error", () => socket.destroy())
  socket.end(refusalOnTheWire(refusal, randomUUID()))
  socket.resume()
  setTimeout(() => socket.destroy(), 1_000).unref()
}

export const respondForNode = (server: Server): void => {
  /**
   * The current response of each connection: a refusal in the middle of another response would be read as part of it.
   */
  const underWay = new WeakMap<Duplex, ServerResponse>()
  const remember = (request: IncomingMessage, response: ServerResponse) => void underWay.set(request.socket, response)
  server.prependListener("request", remember)
  server.prependListener("checkContinue", remember)

  const refused = new WeakSet<Duplex>()
  server.on("clientError", (problem: Error & { readonly code?: string }, socket: Duplex) => {
    // Data that arrives afterwards cannot be parsed either.
    if (refused.has(socket)) return
    refused.add(socket)
    const reply = underWay.get(socket)
    const isBetween = reply === undefined || !reply.headersSent || reply.writableFinished
    if (problem.code === "ECONNRESET" || !socket.writable || !isBetween) return void socket.destroy()
    refuse(socket, byProblem[problem.code ?? ""] ?? unreadable)
  })
  server.on("connect", (_, socket) => refuse(socket, noTunnel))
  server.on("checkExpectation", (request: IncomingMessage) => refuse(request.socket, noExpectation))
}
