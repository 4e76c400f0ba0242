/**
 * Admits a request's body or refuses it before it is read: a large one needs permission (largeBodies.server.ts), and
 * memory must be available (bodies.server.ts).
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { networkOf } from "~/effects/base/limits/Asker"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { BODY_LIMIT, type GuardRefusal, pathOf } from "./guards.server"
import { refusalReply } from "./refusal.server"

const MAX_BYTES = 32 * 1_048_576
const MAX_MS = 10_000

/**
 * Ends a response that was sent before the request's body was read. If a connection is closed while bytes still
 * arrive, it is reset and the response is lost; so the response is sent first, then the rest of the body is read and
 * discarded, and then the connection is closed. The discarding is limited in bytes and in time.
 */
const endDrained = (request: IncomingMessage, response: ServerResponse, text: string): void => {
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

/**
 * The memory budget for request bodies in this process (docs/decisions/0106-reserve-memory-for-request-bodies.md). A body
 * states its length, so its memory is reserved before a byte of it is read.
 */
const KIB = 1_024
const MIB = 1_024 * KIB

export interface BodyBudget {
  /** Bytes of all bodies that are being received or processed. */
  readonly total: number
  /** Bytes that one network may use of them. */
  readonly share: number
  /** Bytes of a body that is not counted: an ordinary form or message is always accepted. */
  readonly free: number
}

/** A body costs up to twice its length while a file is extracted from it, and its memory is not freed immediately. */
export const BODY_BUDGET: BodyBudget = { total: 32 * MIB, share: 20 * MIB, free: 16 * KIB }

/** Releases the memory; a second call does nothing. */
type GiveBack = () => void

export const makeBodies = ({ free, share, total }: BodyBudget) => {
  let all = 0
  const held = new Map<string, number>()
  const add = (network: string, bytes: number) => {
    all += bytes
    const of = (held.get(network) ?? 0) + bytes
    if (of > 0) held.set(network, of)
    else held.delete(network)
  }
  return {
    /** Reserves memory for a body; undefined if the budget is exhausted. */
    take: (network: string, bytes: number): GiveBack | undefined => {
      if (bytes <= free) return () => undefined
      if (all + bytes > total || (held.get(network) ?? 0) + bytes > share) return undefined
      add(network, bytes)
      let isHeld = true
      return () => {
        if (isHeld) add(network, -bytes)
        isHeld = false
      }
    }
  }
}

/** Why this body is not read; undefined if it is. */
export type Precheck = (path: string, cookie: string, context: RequestContext) => Promise<GuardRefusal | undefined>

const NO_ROOM: GuardRefusal = {
  status: 503,
  code: "E-BUSY",
  message: "Many large requests are arriving right now, so this one was not read. Try again in a moment.",
  retryAfter: 10
}

/** True if the request continues; otherwise it has been answered. */
export const makeAdmit = (precheck: Precheck, budget: BodyBudget = BODY_BUDGET) => {
  const bodies = makeBodies(budget)
  return async (request: IncomingMessage, response: ServerResponse, context: RequestContext): Promise<boolean> => {
    const bytes = Number(request.headers["content-length"] ?? 0)
    const refused = (why: GuardRefusal) => {
      endRefused(request, response, why, context.requestId)
      return false
    }
    if (bytes > BODY_LIMIT) {
      const why = await precheck(pathOf(request.url ?? "") ?? "", request.headers.cookie ?? "", context)
      if (why !== undefined) return refused(why)
    }
    const giveBack = bodies.take(networkOf(context.address) ?? "this machine", bytes)
    if (giveBack === undefined) return refused(NO_ROOM)
    response.once("close", giveBack)
    if (response.closed) giveBack()
    return true
  }
}
