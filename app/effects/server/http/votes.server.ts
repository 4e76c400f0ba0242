/**
 * POST /api/ballots as the HTTP server takes it, before the router: many come at once (docs/goals.md A17). Any other
 * form of the address takes the long way to the same service.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { endJson } from "./begin.server"

export const isVote = ({ method, url }: IncomingMessage): boolean => method === "POST" && url === "/api/ballots"

/** What a program ended with, as an answer of JSON. */
export interface JsonAnswer {
  readonly status: number
  /** Whole seconds, for 429 and 503. */
  readonly retryAfter: number | undefined
  readonly body: unknown
}

/** A vote as it came over the wire, and where its answer goes. */
export type TakeVote = (
  posted: { readonly cookie: string; readonly body: string },
  context: RequestContext,
  answer: (told: JsonAnswer) => void
) => void

/** By events: a stream's async iterator costs as much as checking a signature. Who leaves half-way is not answered. */
const readText = (request: IncomingMessage, done: (text: string) => void): void => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.once("end", () => done(Buffer.concat(chunks).toString()))
  request.once("error", () => request.destroy())
}

/** @param taken hears of each vote that was stored, before its answer goes out. */
export const answerVote = (
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
  take: TakeVote,
  taken: () => void
): void =>
  readText(request, (body) =>
    take({ cookie: request.headers.cookie ?? "", body }, context, (told) => {
      if (told.status < 400) taken()
      response.setHeader("Cache-Control", "no-store")
      if (told.retryAfter !== undefined) response.setHeader("Retry-After", String(told.retryAfter))
      endJson(response, told.status, told.body)
    })
  )
