/**
 * The router: built files, and Remix on express. It imports most of the server's code, and none of it is needed for
 * readiness; so server.ts loads this file when it is listening (docs/goals.md A13).
 */

import { readdirSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { basename, extname, join } from "node:path"
import * as build from "virtual:remix/server-build"
import { createRequestHandler } from "@remix-run/express"
import { createRequestHandler as createRenderer, type ServerBuild } from "@remix-run/node"
import compression from "compression"
import express from "express"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { endFailed } from "~/effects/server/http/failed.server"
import { addressNow } from "~/effects/server/http/formerAddresses"
import { inOwnLock } from "~/effects/server/http/ownLock.server"
import { takesEncoding } from "~/effects/server/http/pageCache"
import { mayBeFile, refusingMethods } from "~/effects/server/http/pageMethods.server"
import { routesOf } from "~/effects/server/http/routeLabel"
import { buildBelow, firstSegment, firstSegments } from "~/effects/server/http/routesBelow.server"
import { GZIP_LEVEL } from "~/effects/server/http/sendPage.server"

export interface Pages {
  readonly respond: (request: IncomingMessage, response: ServerResponse, context: RequestContext) => void
  /** One page, for any caller. */
  readonly render: (request: Request, context: RequestContext) => Promise<Response>
  /** All route patterns, with parameter names. */
  readonly routes: ReadonlySet<string>
}

/** Built files are precompressed (vite.config.ts); express sets all other headers. */
const builtFiles = (folder: string): express.RequestHandler => {
  const packed = new Set(readdirSync(folder).filter((name) => name.endsWith(".br")))
  return (request, response, next) => {
    const name = request.path.slice(1)
    if (packed.has(`${name}.br`)) {
      response.vary("Accept-Encoding")
      if (takesEncoding("br", request.get("accept-encoding")) && request.get("range") === undefined) {
        request.url = `${request.url.slice(0, name.length + 1)}.br`
        response.type(extname(name)).setHeader("Content-Encoding", "br")
      }
    }
    next()
  }
}

/** Browsers check for a new service worker at each visit, and must not get the old one from a cache. */
const sayAge = (response: ServerResponse, path: string) => {
  if (basename(path) === "service-worker.js") response.setHeader("Cache-Control", "no-cache")
}

/** A range request refers to the compressed file, if there is one (RFC 9110, 14.2): it is sent as it is. */
const isPackedHere: compression.CompressionFilter = (request, response) =>
  response.statusCode !== 206 && compression.filter(request, response)

/** One handler for each first segment, made when it is first requested, and one with all routes for other paths. */
const handlersOf = <H>(build: ServerBuild, make: (build: ServerBuild) => H): ((path: string) => H) => {
  const segments = firstSegments(build.routes)
  const whole = make(build)
  const made = new Map<string, H>()
  return (path) => {
    const segment = firstSegment(path)
    if (!segments.has(segment)) return whole
    const handler = made.get(segment) ?? make(buildBelow(build, segment))
    made.set(segment, handler)
    return handler
  }
}

export const makePages = (clientFolder: string): Pages => {
  const built = build as unknown as ServerBuild // the virtual module has no types of its own
  const remix = { ...built, routes: refusingMethods(built.routes) }
  const assets = join(clientFolder, "assets")
  const app = express()
  app.set("env", "production")
  app.disable("x-powered-by")
  app.set("query parser", false)
  app.set("etag", false)
  app.use(compression({ threshold: 512, level: GZIP_LEVEL, filter: isPackedHere }))
  app.use("/assets", builtFiles(assets))
  app.use("/assets", express.static(assets, { immutable: true, maxAge: "1y", index: false, redirect: false }))
  const files = express.static(clientFolder, { maxAge: "1h", index: false, redirect: false, setHeaders: sayAge })
  const isLookedUp = mayBeFile(clientFolder)
  app.use((request, response, next) => (isLookedUp(request.path) ? files(request, response, next) : next()))
  const routed = handlersOf(remix, (part) =>
    createRequestHandler({ build: part, getLoadContext: (_, response) => response.locals.context })
  )
  // 308 keeps the method and what was sent.
  app.use((request, response, next) => {
    const now = addressNow(request.url)
    return now === undefined ? next() : response.redirect(308, now)
  })
  app.all(
    "*",
    inOwnLock<express.Request, express.Response, express.NextFunction>((request, response, next) =>
      routed(request.path)(request, response, next)
    )
  )

  // Errors outside of routes: a stream that broke, a request that express itself could not parse.
  app.use((error: unknown, _: express.Request, response: express.Response, next: express.NextFunction) => {
    // After the response has begun, only express can end it.
    if (response.headersSent) return next(error)
    endFailed(response, response.locals.context, error)
  })

  /**
   * The router treats every method except GET as a write when a page's data is requested. Node sends no body for HEAD.
   */
  const asRead = (request: IncomingMessage) => {
    if (request.method === "HEAD" && /\.data(\?|$)/.test(request.url ?? "")) request.method = "GET"
    return request
  }

  const rendered = handlersOf(remix, (part) => createRenderer(part))
  return {
    routes: routesOf(remix.routes),
    render: (request, context) => rendered(new URL(request.url).pathname)(request, { ...context }),
    respond: (request, response, context) => app(asRead(request), Object.assign(response, { locals: { context } }))
  }
}
