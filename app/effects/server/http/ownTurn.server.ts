import type { RequestHandler } from "express"

/**
 * Turns of the event loop for pages that are asked for at once. One begins in each turn, in their order: on an embedded
 * database it is through before the next begins, so what a page needs is cleared away early, and between two pages whoever
 * asks for less is answered (docs/decisions/0070-fibers-leave-turns-to-the-network.md).
 */
export const makeOwnTurn = (): (() => Promise<void>) => {
  let line: Promise<void> = Promise.resolve()
  return () => {
    line = line.then(() => new Promise((go) => setImmediate(go)))
    return line
  }
}

/** Alive (`/healthz`), the API and files: what asks for little does not wait for pages. */
const ASKS_FOR_LITTLE = /^\/(?:api|files)\/|^\/healthz$/

/** What is read and may be rendered. Writes do not wait for pages either. */
export const isPage = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  (method === "GET" || method === "HEAD") && !ASKS_FOR_LITTLE.test(path)

/** The same route, begun in the request's own turn. Whoever has left the line is not answered: a page would be for nobody. */
export const inOwnTurn = (route: RequestHandler): RequestHandler => {
  const ownTurn = makeOwnTurn()
  return async (request, response, next) => {
    if (isPage(request)) await ownTurn()
    if (!response.destroyed) await route(request, response, next)
  }
}
