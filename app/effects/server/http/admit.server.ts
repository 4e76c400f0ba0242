/**
 * Admits a request's body or refuses it before it is read: a large one needs permission, and memory must be available.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Effect, Option, Schema } from "effect"
import { coded } from "~/effects/base/failures/coded"
import { networkOf } from "~/effects/base/limits/Asker"
import { tokenIn } from "~/effects/base/remix/cookies.server"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { sha256 } from "~/effects/base/text/random.server"
import { Uploads } from "~/effects/people/uploads/Uploads.server"
import { BROWSER_COOKIE } from "~/effects/people/wallet-session/Browser.server"
import { Sessions } from "~/effects/people/wallet-session/Sessions.server"
import { SESSION_COOKIE } from "~/effects/people/wallet-session/sessionCookie.server"
import { BODY_LIMIT, type FilesFor, filesFor, type GuardRefusal, pathOf } from "./guards.server"
import { refusalReply } from "./refusal.server"

/** The sender has no permission to send this much. */
export class LargeBodyRefused extends coded("LargeBodyRefused", "E-SIZE", 413, {
  fields: { message: Schema.String }
}) {}

const NO_SESSION = "Requests of this size are accepted only from people who are signed in. Sign in and send it again."
const NO_PERMISSION = "The permission to upload has expired. Reload the page and choose the picture again."

const bySession = (cookie: string) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const token = tokenIn(cookie, SESSION_COOKIE)
    const account = Option.isSome(token) ? yield* sessions.accountOf(token.value) : Option.none()
    if (Option.isNone(account)) return yield* new LargeBodyRefused({ message: NO_SESSION })
  })

const checks = {
  list: bySession,
  documents: bySession,
  picture: (cookie: string) =>
    Effect.gen(function* () {
      const uploads = yield* Uploads
      const token = tokenIn(cookie, BROWSER_COOKIE)
      if (Option.isNone(token) || !(yield* uploads.isAwaited(sha256(token.value)))) {
        return yield* new LargeBodyRefused({ message: NO_PERMISSION })
      }
    }),
  ballots: () => Effect.void
} satisfies Readonly<Record<FilesFor, unknown>>

/**
 * Fails if the sender may not send a body above the limit of forms to this path: a session may send a list of payments
 * or receipts, a browser with a permission may upload a picture. Anyone may send a ballot file; /verify itself limits
 * how many it processes.
 */
export const mayBeLarge = (path: string, cookie: string) => {
  const kind = filesFor(path)
  return kind === undefined ? Effect.void : checks[kind](cookie)
}

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
