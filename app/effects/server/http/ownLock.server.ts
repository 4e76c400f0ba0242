/**
 * Starts concurrent page requests in separate ticks of the event loop. One starts per tick, in order: on an embedded
 * database it finishes before the next starts, so that its memory is freed early, and cheaper requests are served
 * between two pages (docs/decisions/0070-schedule-fibers-fairly.md).
 */
export const makeOwnLock = (): (() => Promise<void>) => {
  let line: Promise<void> = Promise.resolve()
  return () => {
    line = line.then(() => new Promise((go) => setImmediate(go)))
    return line
  }
}

/** `/healthz`, the API and files are cheap and do not wait for pages. */
const ASKS_FOR_LITTLE = /^\/(?:api|files)\/|^\/healthz$/

interface Asked {
  readonly method: string
  /** Without the query. */
  readonly path: string
}

/** Reads that may render a page. Writes do not wait for pages either. */
export const isPage = ({ method, path }: Asked): boolean =>
  (method === "GET" || method === "HEAD") && !ASKS_FOR_LITTLE.test(path)

/** An express route that starts in its own tick. If the client has disconnected while waiting, nothing is rendered. */
export const inOwnLock = <Q extends Asked, S extends { readonly destroyed: boolean }, N>(
  route: (request: Q, response: S, next: N) => unknown
) => {
  const ownLock = makeOwnLock()
  return async (request: Q, response: S, next: N): Promise<void> => {
    if (isPage(request)) await ownLock()
    if (!response.destroyed) await route(request, response, next)
  }
}
