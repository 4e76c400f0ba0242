/**
 * The router: built files, and Remix behind express. Most of what a server has to read is here, and none of it is
 * needed to be ready; so server.ts loads this when it listens (docs/goals.md A13).
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
import { mayBeFile } from "~/effects/server/http/mayBeFile.server"
import { inOwnTurn } from "~/effects/server/http/ownTurn.server"
import { takesEncoding } from "~/effects/server/http/pageCache"
import { refusingMethods } from "~/effects/server/http/pageMethods.server"
import { routesOf } from "~/effects/server/http/routeLabel"
import { GZIP_LEVEL } from "~/effects/server/http/sendPage.server"

export interface Pages {
  readonly answer: (request: IncomingMessage, response: ServerResponse, context: RequestContext) => void
  /** One page, for any caller. */
  readonly render: (request: Request, context: RequestContext) => Promise<Response>
  /** Every address there is, with names in place of values. */
  readonly routes: ReadonlySet<string>
}

/** Built files come packed already (vite.config.ts); express fills in whatever is not said here. */
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

/** Browsers look for a new service worker at each visit, and must not be told of the old one by a cache. */
const sayAge = (response: ServerResponse, path: string) => {
  if (basename(path) === "service-worker.js") response.setHeader("Cache-Control", "no-cache")
}

/** A part of a file is a part of what was packed, if anything (RFC 9110, 14.2): it goes out as it is. */
const isPackedHere: compression.CompressionFilter = (request, response) =>
  response.statusCode !== 206 && compression.filter(request, response)

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
  const route = createRequestHandler({ build: remix, getLoadContext: (_, response) => response.locals.context })
  app.all("*", inOwnTurn(route))

  // What a route could not answer for: a stream that broke, a request that express itself could not read.
  app.use((error: unknown, _: express.Request, response: express.Response, next: express.NextFunction) => {
    // Once it has begun, only express knows how to end an answer.
    if (response.headersSent) return next(error)
    endFailed(response, response.locals.context, error)
  })

  /** The router takes every method but GET for a write when it is asked for a page's data. Node sends no body to HEAD. */
  const asRead = (request: IncomingMessage) => {
    if (request.method === "HEAD" && /\.data(\?|$)/.test(request.url ?? "")) request.method = "GET"
    return request
  }

  const render = createRenderer(remix)
  return {
    routes: routesOf(remix.routes),
    render: (request, context) => render(request, { ...context }),
    answer: (request, response, context) => app(asRead(request), Object.assign(response, { locals: { context } }))
  }
}
