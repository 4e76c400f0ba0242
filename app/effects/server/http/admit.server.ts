/**
 * Admits a request's body or refuses it before it is read: a large one needs permission (largeBodies.server.ts), and
 * memory must be available (bodies.server.ts).
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { networkOf } from "~/effects/base/limits/Asker"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { BODY_BUDGET, type BodyBudget, makeBodies } from "./bodies.server"
import { endRefused } from "./drain.server"
import { BODY_LIMIT, type GuardRefusal, pathOf } from "./guards.server"

/** Why this body is not read; undefined if it is. */
export type Look = (path: string, cookie: string, context: RequestContext) => Promise<GuardRefusal | undefined>

const NO_ROOM: GuardRefusal = {
  status: 503,
  code: "E-BUSY",
  message: "Many large requests are arriving right now, so this one was not read. Try again in a moment.",
  retryAfter: 10
}

/** True if the request continues; otherwise it has been answered. */
export const makeAdmit = (look: Look, budget: BodyBudget = BODY_BUDGET) => {
  const bodies = makeBodies(budget)
  return async (request: IncomingMessage, response: ServerResponse, context: RequestContext): Promise<boolean> => {
    const bytes = Number(request.headers["content-length"] ?? 0)
    const refused = (why: GuardRefusal) => {
      endRefused(request, response, why, context.requestId)
      return false
    }
    if (bytes > BODY_LIMIT) {
      const why = await look(pathOf(request.url ?? "") ?? "", request.headers.cookie ?? "", context)
      if (why !== undefined) return refused(why)
    }
    const giveBack = bodies.take(networkOf(context.address) ?? "this machine", bytes)
    if (giveBack === undefined) return refused(NO_ROOM)
    response.once("close", giveBack)
    if (response.closed) giveBack()
    return true
  }
}
