/**
 * The HTTP server: express around the Remix handler, and the input of the server build.
 *
 * It gives each request an id and a nonce, refuses what no route should see, serves the built files, and starts and
 * stops in order.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { createServer } from "node:http"
import { join } from "node:path"
import * as build from "virtual:remix/server-build"
import { createRequestHandler } from "@remix-run/express"
import type { ServerBuild } from "@remix-run/node"
import compression from "compression"
import express from "express"
import { guard } from "~/effects/http/guards.server"
import { contentSecurityPolicy, securityHeaders, UPLOADED_FILE_POLICY } from "~/effects/http/headers.server"
import type { RequestContext } from "~/effects/RequestContext"
import { disposeRuntime, startUp } from "~/effects/runtime.server"

const GRACE_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000

const start = await startUp()
if (start.problem !== undefined) {
  console.error(start.problem)
  process.exit(1)
}
const { appOrigin, host, outside, port } = start
const ownHost = new URL(appOrigin).host
const clientFolder = join(import.meta.dirname, "../client")
const fixedHeaders = securityHeaders(appOrigin)

const app = express()
app.set("env", "production")
app.disable("x-powered-by")
app.set("query parser", false)
app.set("etag", false)

app.use((request, response, next) => {
  const context: RequestContext = {
    requestId: randomUUID(),
    nonce: randomBytes(16).toString("base64"),
    address: request.socket.remoteAddress ?? "unknown"
  }
  response.locals = { context }
  for (const [name, value] of fixedHeaders) response.setHeader(name, value)
  response.setHeader(
    "Content-Security-Policy",
    request.path.startsWith("/files/") ? UPLOADED_FILE_POLICY : contentSecurityPolicy(context.nonce, outside)
  )
  response.setHeader("X-Request-Id", context.requestId)

  const refused = guard(
    {
      method: request.method,
      url: request.originalUrl,
      origin: request.get("origin"),
      fetchSite: request.get("sec-fetch-site"),
      contentLength: request.get("content-length"),
      transferEncoding: request.get("transfer-encoding")
    },
    appOrigin
  )
  if (refused !== undefined) {
    const { code, message, status } = refused
    response.setHeader("Connection", "close")
    response.status(status).json({ code, message, requestId: context.requestId })
    return
  }
  // One name for one site: cookies and wallet proofs belong to an origin, and "localhost" would be another one.
  const isPage = request.method === "GET" && request.get("accept")?.includes("text/html")
  if (__LOCAL__ && isPage && request.get("host") === `localhost:${port}` && ownHost === `127.0.0.1:${port}`) {
    response.redirect(302, `${appOrigin}${request.originalUrl}`)
    return
  }
  // Routes see our own host, never one that a client made up.
  request.headers.host = ownHost
  delete request.headers["x-forwarded-host"]
  next()
})

app.use(compression({ threshold: 512 }))
app.use(
  "/assets",
  express.static(join(clientFolder, "assets"), { immutable: true, maxAge: "1y", index: false, redirect: false })
)
app.use(express.static(clientFolder, { maxAge: "1h", index: false, redirect: false }))
app.all(
  "*",
  createRequestHandler({
    build: build as unknown as ServerBuild, // the virtual module has no types of its own
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

const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS / 2 }, app)
server.listen(port, host, () => console.info(`Commonhold is ready: ${appOrigin}`))

let stopping = false
const stop = async () => {
  if (stopping) return
  stopping = true
  const force = setTimeout(() => server.closeAllConnections(), GRACE_MS)
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await closed
  clearTimeout(force)
  await disposeRuntime()
  process.exit(0)
}
process.on("SIGTERM", stop)
process.on("SIGINT", stop)
