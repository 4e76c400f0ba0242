/**
 * The HTTP server, and the entry of the server build.
 *
 * It begins each request (`begin.server.ts`), itself handles what must be fast (cached pages, readiness), and passes
 * the rest to the router (`app/pages.server.ts`). It starts and stops in order.
 */
import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { ownOnly } from "~/effects/base/settings/dataFolder.server"
import { makeAdmit } from "~/effects/server/http/admit.server"
import { addressOf, endJson, makeBegin } from "~/effects/server/http/begin.server"
import { endFailed } from "~/effects/server/http/failed.server"
import { atMostEvery, makeFreshness } from "~/effects/server/http/freshness.server"
import { contentSecurityPolicy } from "~/effects/server/http/headers.server"
import { isMetrics, makeMetricsServer, makeSayMetrics } from "~/effects/server/http/metricsDoor.server"
import { respondForNode } from "~/effects/server/http/nodeResponses.server"
import { changesPages, isUnshared, sharedRoute } from "~/effects/server/http/pageCache"
import { makePageCache, PAGE_BYTES } from "~/effects/server/http/pageCache.server"
import { countRequest, requestLine } from "~/effects/server/http/requestLog.server"
import { routeLabel } from "~/effects/server/http/routeLabel"
import { makeSendShared, sendPage } from "~/effects/server/http/sendPage.server"
import {
  disposeRuntime,
  endStreams,
  largeBodyRefused,
  raiseRevision,
  readiness,
  readMetrics,
  revisionNow,
  type Start,
  startUp,
  warmUp
} from "~/effects/server/runtime.server"
import type { Pages } from "~/pages.server"

const GRACE_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
/**
 * Idle connections stay open longer than in the pools that reuse them (nginx: 60 s, Caddy: two minutes). With Node's 5 s
 * a busy server closes some of them in the moment in which a request arrives on them.
 */
const IDLE_MS = 130_000
/** How often Node checks for timed-out connections; its default is half a minute. */
const LOOK_FOR_SLOW_MS = 1_000
/** The router is loaded when it is needed, or at the latest when the server has reported that it is ready. */
const ROUTER_WITHIN_MS = 1_000
/** Metrics status for requests that the client aborted. */
const CLOSED_BY_CLIENT = 499
/** Milliseconds for which visitors may see an older page during a series of members' writes. */
const MEMBERS_SEEN_WITHIN = 500

const clientFolder = join(import.meta.dirname, "../client")
const now = () => performance.now()
const makeGap = () => randomBytes(24).toString("base64url")

const giveUp = (problem: string): never => {
  console.error(problem)
  process.exit(1)
}

const loadRouter = async (): Promise<Pages> => {
  const [{ makePages }] = await Promise.all([import("~/pages.server"), warmUp()])
  return makePages(clientFolder)
}

const serve = async (start: Start) => {
  const { appOrigin, host, port } = start
  const ownHost = new URL(appOrigin).host
  let stopping = false
  const site = { ...start, isStopping: () => stopping }
  const begin = makeBegin(site)
  const sendShared = makeSendShared(site)
  const admit = makeAdmit(largeBodyRefused)

  let loading: Promise<Pages> | undefined
  let routes: ReadonlySet<string> = new Set()
  const router = () => {
    loading ??= loadRouter().then(
      (loaded) => {
        routes = loaded.routes
        return loaded
      },
      (problem: unknown) => giveUp(String(problem))
    )
    return loading
  }
  const sayMetrics = makeSayMetrics(readMetrics)

  const freshness = makeFreshness({ read: revisionNow, raise: raiseRevision, changed: () => pages.clear() })
  const salt = contentSecurityPolicy("", start.outside)
  const pages = makePageCache({ now, makeGap, maxBytes: PAGE_BYTES, freshness, salt })
  const forgetPagesSoon = atMostEvery(MEMBERS_SEEN_WITHIN, pages.clear)
  /**
   * Visitors without a session share rendered pages. The request for rendering is built here, so that nothing else from
   * a visitor's request can appear on a shared page.
   */
  const sharedPage = ({ headers, method = "", url = "" }: IncomingMessage, context: RequestContext) =>
    pages.find({ method, url, cookie: headers.cookie }, async ({ path, theme }, gap) => {
      const asked = new Request(`${appOrigin}${path}`, { headers: { Cookie: `theme=${theme}` } })
      return (await router()).render(asked, { ...context, nonce: gap })
    })

  // One name for the site: cookies and wallet proofs belong to an origin, and "localhost" would be another one.
  const isAstray = ({ headers, method }: IncomingMessage) =>
    __LOCAL__ &&
    headers.host === `localhost:${port}` &&
    ownHost === `127.0.0.1:${port}` &&
    method === "GET" &&
    headers.accept?.includes("text/html") === true

  const sayReadiness = (response: ServerResponse, context: RequestContext) => {
    const { body, retryAfter, status } = readiness(context)
    response.setHeader("Cache-Control", "no-store")
    if (retryAfter !== undefined) response.setHeader("Retry-After", String(retryAfter))
    if (status === 200) response.once("finish", () => setImmediate(router))
    endJson(response, status, body)
  }

  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
    context: RequestContext,
    isAwaited: boolean
  ) => {
    const { headers, method = "", url = "" } = request
    if (headers["content-length"] !== undefined && !(await admit(request, response, context))) return
    if (isAwaited) response.writeContinue()
    if (method === "GET" && url === "/readyz") return sayReadiness(response, context)
    if (start.metrics === "here" && isMetrics(request))
      return sayMetrics(request, response, context.address, context.requestId)
    if (isAstray(request)) return void response.writeHead(302, { Location: `${appOrigin}${url}` }).end()
    // Routes see our own host, never one that a client sent.
    headers.host = ownHost
    delete headers["x-forwarded-host"]
    // The origin of writes was checked when the request began. The router's own check has different rules.
    delete headers.origin
    if (changesPages({ method, url })) {
      const forget = isUnshared({ cookie: headers.cookie }) ? forgetPagesSoon : pages.clear
      response.once("finish", () => {
        if (response.statusCode >= 400) return
        forget()
        freshness.wrote()
      })
    }
    const page = await sharedPage(request, context)
    if (page !== undefined) return sendPage(page, context.nonce, request, response)
    ;(await router()).respond(request, response, context)
  }

  const isCounted = start.metrics !== undefined || start.requestLog
  /** The address is read before the response: a connection that has ended has none. */
  const counter = (request: IncomingMessage, response: ServerResponse, since: number) => {
    const address = start.requestLog ? addressOf(request, start.isTrusted) : ""
    return (route: string, requestId: string) => {
      const status = response.headersSent ? response.statusCode : CLOSED_BY_CLIENT
      const reply = { route, method: request.method ?? "", status, seconds: (now() - since) / 1_000 }
      if (start.metrics !== undefined) countRequest(reply)
      if (start.requestLog) console.info(requestLine(reply, address, requestId, new Date()))
    }
  }

  const take = (request: IncomingMessage, response: ServerResponse, isAwaited: boolean) => {
    const { headers, method = "", url = "" } = request
    const since = now()
    const kept = pages.cached({ method, url, cookie: headers.cookie })
    if (kept !== undefined && headers.host !== undefined && !isAstray(request)) {
      const count = isCounted ? counter(request, response, since) : undefined
      const requestId = sendShared(kept, request, response)
      count?.(sharedRoute(url), requestId)
      return
    }
    const context = begin(request, response)
    if (isCounted) {
      const count = counter(request, response, since)
      const requestId = String(response.getHeader("X-Request-Id"))
      response.once("close", () => count(routeLabel(routes, url, context?.route), requestId))
    }
    if (context === undefined) return
    respond(request, response, context, isAwaited).catch((error: unknown) => endFailed(response, context, error))
  }
  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS / 2,
      keepAliveTimeout: IDLE_MS,
      connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
      requireHostHeader: false
    },
    (request, response) => take(request, response, false)
  )
  // A client that sends "Expect: 100-continue" learns immediately if its body will not be read.
  server.on("checkContinue", (request, response) => take(request, response, true))
  respondForNode(server)
  const figures = typeof start.metrics === "object" ? makeMetricsServer(readMetrics, start.isTrusted) : undefined
  if (typeof start.metrics === "object" && figures !== undefined) {
    figures.on("error", ({ message }) => giveUp(`Commonhold cannot start. METRICS_PORT: ${message}`))
    figures.listen(start.metrics.port, host)
  }
  server.on("error", ({ code, message }: NodeJS.ErrnoException) => {
    const taken = `Another program listens on port ${port}: stop it, or set PORT to a free one.`
    giveUp(`Commonhold cannot start. ${code === "EADDRINUSE" ? taken : message}`)
  })
  server.listen(port, host, () => {
    console.info(`Commonhold is ready: ${appOrigin}`)
    setTimeout(router, ROUTER_WITHIN_MS).unref()
  })

  return async (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    await loading // which keeps the process busy: the notice starts when there is time
    if (signal === "SIGTERM") await pause(start.drainMs)
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MS)
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    await endStreams()
    server.closeIdleConnections()
    await closed
    clearTimeout(force)
    figures?.close()
    figures?.closeAllConnections()
    await disposeRuntime()
    process.exit(0)
  }
}

const run = async () => {
  // A signal before anything runs stops the start: open database work is rolled back.
  let stop = async (_: NodeJS.Signals): Promise<void> => process.exit(0)
  ownOnly()
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop(signal))
  const start = await startUp()
  if (start.problem !== undefined) return giveUp(start.problem)
  stop = await serve(start)
}
void run()
