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

/** What is read and may be rendered. Writes and the API do not wait for pages. */
export const isPage = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  (method === "GET" || method === "HEAD") && !path.startsWith("/api/")
