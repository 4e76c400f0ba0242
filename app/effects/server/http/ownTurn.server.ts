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

interface Asked {
  readonly method: string
  /** Without the query. */
  readonly path: string
}

/** What is read and may be rendered. Writes do not wait for pages either. */
export const isPage = ({ method, path }: Asked): boolean =>
  (method === "GET" || method === "HEAD") && !ASKS_FOR_LITTLE.test(path)

/**
 * An express route, begun in the request's own turn. Whoever has left while waiting is not answered: a page would be for
 * nobody.
 */
export const inOwnTurn = <Q extends Asked, S extends { readonly destroyed: boolean }, N>(
  route: (request: Q, response: S, next: N) => unknown
) => {
  const ownTurn = makeOwnTurn()
  return async (request: Q, response: S, next: N): Promise<void> => {
    if (isPage(request)) await ownTurn()
    if (!response.destroyed) await route(request, response, next)
  }
}
