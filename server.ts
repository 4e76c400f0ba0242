/**
 * The HTTP server: express around the Remix handler, and the input of the server build.
 *
 * It begins each request (`begin.server.ts`), takes votes, serves kept pages and the built files, and starts and stops
 * in order.
 */
import { randomBytes } from "node:crypto"
import { readdirSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { extname, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import * as build from "virtual:remix/server-build"
import { createRequestHandler } from "@remix-run/express"
import { createRequestHandler as createRenderer, type ServerBuild } from "@remix-run/node"
import compression from "compression"
import express from "express"
import { makeBegin } from "~/effects/http/begin.server"
import { changesPages, takesEncoding } from "~/effects/http/pageCache"
import { makePageCache, PAGE_BYTES } from "~/effects/http/pageCache.server"
import { lengthOf } from "~/effects/http/pageCacheBody.server"
import { isPersonalPage, makePersonalPages, PERSONAL_BYTES } from "~/effects/http/personalPages.server"
import type { RenderedPage } from "~/effects/http/renderedPages.server"
import { answerVote, isVote } from "~/effects/http/votes.server"
import type { RequestContext } from "~/effects/RequestContext"
import { disposeRuntime, endStreams, factsFor, openVotes, startUp } from "~/effects/runtime.server"
import { rememberSession } from "~/effects/wallet-session/visitor.server"

const GRACE_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/** Between saying "not ready" and closing the port: time for a proxy to notice (quality B19). */
const NOTICE_MS = __LOCAL__ ? 250 : 1_000

const start = await startUp()
if (start.problem !== undefined) {
  console.error(start.problem)
  process.exit(1)
}
const { appOrigin, beginRequest, host, outside, port } = start
const ownHost = new URL(appOrigin).host
const clientFolder = join(import.meta.dirname, "../client")

const remixBuild = build as unknown as ServerBuild // the virtual module has no types of its own
const renderer = createRenderer(remixBuild)
const now = () => performance.now()
const makeGap = () => randomBytes(24).toString("base64url")
const pages = makePageCache({ now, makeGap, maxBytes: PAGE_BYTES })
const personalPages = makePersonalPages({ now, makeGap, maxBytes: PERSONAL_BYTES })
const forgetPages = () => {
  pages.clear()
  personalPages.clear()
}

/** Sends a kept page with this answer's own nonce. There is no 304: a new nonce would not fit the page they have. */
const send = (page: RenderedPage, request: express.Request, response: express.Response) => {
  const { nonce }: RequestContext = response.locals.context
  const fills = page.fills(nonce)
  const isPacked = page.body.size > 0 && takesEncoding("gzip", request.get("accept-encoding"))
  const body = isPacked ? page.body.gzip(fills) : page.body.plain(fills)
  for (const [name, value] of page.headers) response.appendHeader(name, value)
  response.appendHeader("Vary", "Accept-Encoding, Cookie")
  if (isPacked) response.setHeader("Content-Encoding", "gzip")
  if (page.status !== 204) response.setHeader("Content-Length", lengthOf(body))
  response.statusCode = page.status
  response.cork()
  if (request.method !== "HEAD") for (const part of body) response.write(part)
  response.end()
}

let stopping = false
const begin = makeBegin({ appOrigin, outside, beginRequest, isStopping: () => stopping })
const takeVote = await openVotes()
const app = express()
app.set("env", "production")
app.disable("x-powered-by")
app.set("query parser", false)
app.set("etag", false)

app.use((request, response, next) => {
  // One name for one site: cookies and wallet proofs belong to an origin, and "localhost" would be another one.
  const isPage = request.method === "GET" && request.get("accept")?.includes("text/html")
  if (__LOCAL__ && isPage && request.get("host") === `localhost:${port}` && ownHost === `127.0.0.1:${port}`) {
    response.redirect(302, `${appOrigin}${request.originalUrl}`)
    return
  }
  // Routes see our own host, never one that a client made up.
  request.headers.host = ownHost
  delete request.headers["x-forwarded-host"]
  if (changesPages({ method: request.method, url: request.originalUrl })) {
    response.once("finish", () => {
      if (response.statusCode < 400) forgetPages()
    })
  }
  next()
})

// Visitors without a session share rendered pages.
app.use((request, response, next) => {
  const context: RequestContext = response.locals.context
  pages
    .find(
      { method: request.method, url: request.originalUrl, cookie: request.headers.cookie },
      ({ path, theme }, gap, shownOnce) =>
        renderer(
          // As a crawler, which gets the page in one piece.
          new Request(`${appOrigin}${path}`, { headers: { Cookie: `theme=${theme}`, "User-Agent": "page cache bot" } }),
          { ...context, nonce: gap, shownOnce }
        )
    )
    .then((page) => (page === undefined ? next() : send(page, request, response)))
    .catch(next)
})

// People with a session get a page again that was rendered for them a moment ago, while nothing anywhere has changed.
const personalPage = async (request: express.Request, context: RequestContext) => {
  const { cookie = "" } = request.headers
  const wanted = { method: request.method, url: request.originalUrl, cookie }
  if (!isPersonalPage(wanted)) return undefined
  const since = now()
  const facts = await factsFor(cookie, context)
  if (facts === undefined) return undefined
  const { session, ...state } = facts
  return personalPages.find(wanted, { ...state, sessionId: session.id, since }, (gap, shownOnce) => {
    const own = { ...context, nonce: gap, shownOnce }
    rememberSession(own, session)
    const headers = { Cookie: cookie, "User-Agent": "page cache bot" }
    return renderer(new Request(`${appOrigin}${wanted.url}`, { headers }), own).then(forNobodyElse)
  })
}
/** No cache on the way may keep it, nor the browser after the person has signed out. */
const forNobodyElse = (page: Response) => {
  if (page.headers.get("content-type")?.startsWith("text/html")) page.headers.set("Cache-Control", "private, no-store")
  return page
}
app.use((request, response, next) => {
  personalPage(request, response.locals.context)
    .then((page) => (page === undefined ? next() : send(page, request, response)))
    .catch(next)
})

app.use(compression({ threshold: 512 }))
// Built files come packed already (vite.config.ts); express fills in whatever is not said here.
const packedFiles = new Set(readdirSync(join(clientFolder, "assets")).filter((name) => name.endsWith(".br")))
app.use("/assets", (request, response, next) => {
  const name = request.path.slice(1)
  if (packedFiles.has(`${name}.br`)) {
    response.vary("Accept-Encoding")
    if (takesEncoding("br", request.get("accept-encoding")) && request.get("range") === undefined) {
      request.url = `${request.url.slice(0, name.length + 1)}.br`
      response.type(extname(name)).setHeader("Content-Encoding", "br")
    }
  }
  next()
})
app.use(
  "/assets",
  express.static(join(clientFolder, "assets"), { immutable: true, maxAge: "1y", index: false, redirect: false })
)
app.use(express.static(clientFolder, { maxAge: "1h", index: false, redirect: false }))
app.all(
  "*",
  createRequestHandler({
    build: remixBuild,
    getLoadContext: (_, response) => response.locals.context
  })
)

// What a route could not answer for: a stream that broke, a request that express itself could not read.
app.use((error: unknown, _: express.Request, response: express.Response, next: express.NextFunction) => {
  const { requestId }: RequestContext = response.locals.context
  console.error(JSON.stringify({ message: "request failed", requestId, error: String(error) }))
  if (response.headersSent) return next(error)
  response.status(500).json({ code: "E-SERVER", message: "Something went wrong.", requestId })
})

const answer = (request: IncomingMessage, response: ServerResponse) => {
  const context = begin(request, response)
  if (context === undefined) return
  if (isVote(request)) return answerVote(request, response, context, takeVote, forgetPages)
  app(request, Object.assign(response, { locals: { context } }))
}
const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS / 2 }, answer)
server.listen(port, host, () => console.info(`Commonhold is ready: ${appOrigin}`))

const stop = async (signal: NodeJS.Signals) => {
  if (stopping) return
  stopping = true
  if (signal === "SIGTERM") await pause(NOTICE_MS)
  const force = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  await endStreams()
  server.closeIdleConnections()
  await closed
  clearTimeout(force)
  await disposeRuntime()
  process.exit(0)
}
process.on("SIGTERM", stop)
process.on("SIGINT", stop)
