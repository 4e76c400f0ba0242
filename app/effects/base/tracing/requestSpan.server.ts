/**
 * The span of a whole request: the HTTP server begins it, and the spans of routes, statements and calls are its
 * children.
 */
import type { ServerResponse } from "node:http"
import { Context, Effect, Exit, Option, type Tracer } from "effect"

export interface BegunRequest {
  readonly method: string
  readonly path: string
  readonly requestId: string
}
/**
 * Begins a span that ends with the response; none for built files. It does not contain the path, which may include
 * names and secrets: the route that handles the request names itself (`routeOf`).
 */
export type BeginRequest = (request: BegunRequest, response: ServerResponse) => Tracer.Span | undefined

/** Uses the runtime's tracer and clock. */
export const beginRequests: Effect.Effect<BeginRequest> = Effect.gen(function* () {
  const tracer = yield* Effect.tracer
  const clock = yield* Effect.clock
  return ({ method, path, requestId }, response) => {
    if (path.startsWith("/assets/")) return undefined
    const now = () => clock.unsafeCurrentTimeNanos()
    const span = tracer.span(method, Option.none(), Context.empty(), [], now(), "server")
    span.attribute("http.request.method", method)
    span.attribute("request.id", requestId)
    response.once("close", () => {
      const status = response.statusCode
      span.attribute("http.response.status_code", status)
      span.end(now(), status < 500 ? Exit.void : Exit.fail({ _tag: String(status) }))
    })
    return span
  }
})

const decoded = (segment: string) => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The path with parameter names instead of values, `/explore/:slug`: values may be secrets, and each route needs one
 * name.
 */
export const routeOf = (path: string, params: Readonly<Record<string, string | undefined>>): string => {
  const { "*": rest, ...named } = params
  const names = new Map(
    Object.entries(named).flatMap(([name, value]) => (value === undefined ? [] : [[value, name] as const]))
  )
  if (names.size === 0 && rest === undefined) return path
  const segments = path.split("/").map((segment) => {
    const name = names.get(decoded(segment))
    return segment === "" || name === undefined ? segment : `:${name}`
  })
  if (rest === undefined) return segments.join("/")
  return [...segments.slice(0, segments.length - rest.split("/").length), "*"].join("/")
}

interface Asked {
  readonly request: Request
  readonly params: Readonly<Record<string, string | undefined>>
}

/** Name of a request's span. */
export interface RequestName {
  /**
   * As in the log: some addresses are a person's secret, such as a calendar's or an e-mail's (docs/product/safety.md).
   */
  readonly path: string
  readonly route: string
}

const names = new WeakMap<Request, RequestName>()

/** Computed once for each request: the loaders of a page share it and have the same parameters. */
export const nameOf = ({ params, request }: Asked): RequestName => {
  const known = names.get(request)
  if (known !== undefined) return known
  const { pathname } = new URL(request.url)
  const name = { path: routeOf(pathname, { secret: params.secret }), route: routeOf(pathname, params) }
  names.set(request, name)
  return name
}
