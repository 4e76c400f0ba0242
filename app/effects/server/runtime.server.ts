/**
 * The server's only edge between Effect and Remix: nothing else on the server calls `run*`.
 *
 * A loader or action passes a program. The edge runs it and turns its outcome into a response: a value is returned, a
 * redirect is thrown as Remix expects, a typed failure becomes its own status and message, and a defect becomes a 500
 * whose details stay in the log. Pages use `respond`; resource routes use `respondJson`, since a `data()` thrown there
 * would lose its body.
 */
import { randomUUID } from "node:crypto"
import { data } from "@remix-run/node"
import { Cause, Context, Effect, Exit, identity, Layer, ManagedRuntime, Option, type Tracer } from "effect"
import { Live } from "~/effects/activity/live/Live.server"
import { Revision } from "~/effects/base/db/Revision.server"
import { logDied } from "~/effects/base/db/storageFailure.server"
import { WrongMethod } from "~/effects/base/failures/failures"
import { FeatureFlags, type SiteReadOnly } from "~/effects/base/feature-flags/FeatureFlags.server"
import { afterPages } from "~/effects/base/limits/afterPages"
import type { RequestContext } from "~/effects/base/remix/RequestContext"
import { type RemixArgs, ReplyHeaders, RouteArgs } from "~/effects/base/remix/RouteArgs.server"
import { readForm } from "~/effects/base/remix/readFileForm.server"
import { type RouteFailure, refusal } from "~/effects/base/remix/refusal.server"
import { sentWith, storeSent } from "~/effects/base/remix/sent.server"
import { SettingsMissing } from "~/effects/base/settings/environment.server"
import { Settings, type SettingsShape } from "~/effects/base/settings/Settings.server"
import { type IsTrusted, trustedBy } from "~/effects/base/settings/trustedProxies.server"
import { type BeginRequest, beginRequests, nameOf } from "~/effects/base/tracing/requestSpan.server"
import { Articles } from "~/effects/publishing/articles/Articles.server"
import { mayBeLarge } from "~/effects/server/http/admit.server"
import { makeFairScheduler } from "./fairScheduler"
import type { GuardRefusal } from "./http/guards.server"
import type { OutsideOrigins } from "./http/headers.server"
import { type ReadMetrics, scrape } from "./http/metricsDoor.server"
import { readyNow } from "./http/Readiness.server"
import { AppLive, type AppServices } from "./layers/app.server"
import { startProblem } from "./startProblem.server"

// While the site is read-only, every write is refused at the edge, including those of future features. A page's own
// form responds with what was typed; any other post gets it back on the error page, and JSON gets a code.

/**
 * Exceptions: signing in and out and the theme, which store nothing that people create; posts that only read; the
 * operators' pages, where the site is opened again; and, in local mode, the endpoints that stand in for other machines.
 */
const GOES_ON =
  /^\/(_root\.data|api\/wallet\/.+|api\/csp-report|api\/preview|(verify|operator(\/.+)?)(\.data)?|local\/.+)?$/

const isWrite = ({ method, url }: Request) =>
  method !== "GET" && method !== "HEAD" && !GOES_ON.test(new URL(url).pathname)

/** Responds with its form and everything typed (pageAction.server.ts). */
const respondsItself = (program: object): boolean => "intents" in program

const unlessReadOnly = <A, E, R>(
  program: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SiteReadOnly, R | RouteArgs | FeatureFlags> =>
  Effect.gen(function* () {
    const { context, request } = yield* RouteArgs
    const refusal = isWrite(request) ? yield* (yield* FeatureFlags).readOnly : undefined
    if (refusal === undefined) return yield* program
    if (respondsItself(program)) {
      context.closed = refusal
      return yield* program
    }
    const form = yield* Effect.option(readForm(request.clone()))
    if (form._tag === "Some") storeSent(context, form.value)
    return yield* refusal
  })

type PerCall = RouteArgs | ReplyHeaders
type Program<A, E> = Effect.Effect<A, E, AppServices | PerCall>

// The dev server re-evaluates this module on every change; the pools and fibers behind it must survive that.
const shared = globalThis as { appRuntime?: ManagedRuntime.ManagedRuntime<AppServices, never> }
const runtime = () => {
  shared.appRuntime ??= ManagedRuntime.make(Layer.provideMerge(AppLive, Layer.setScheduler(makeFairScheduler())))
  return shared.appRuntime
}

/** server.ts sets the context; the dev server has none. */
const contextOf = (args: RemixArgs): RequestContext => {
  const given: Partial<RequestContext> = args.context
  return {
    requestId: given.requestId ?? randomUUID(),
    nonce: given.nonce ?? "",
    address: given.address ?? "127.0.0.1",
    span: given.span
  }
}

/** Adds a program's spans to the request's, if there is one. */
const within =
  (span: Tracer.Span | undefined) =>
  <A, E, R>(program: Effect.Effect<A, E, R>) =>
    span === undefined ? program : Effect.withParentSpan(program, span)

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD"

const run = <A, E>(args: RemixArgs, context: RequestContext, headers: Headers, program: Program<A, E>) => {
  const { path, route } = nameOf(args)
  if (args.context !== undefined) args.context.route = route
  context.span?.attribute("http.route", route)
  return runtime().runPromiseExit(
    program.pipe(
      isRead(args.request) ? identity : afterPages,
      // In one call: each provide copies the list of all services.
      Effect.provide(
        Context.make(RouteArgs, Object.assign(args, { context: Object.assign(args.context ?? {}, context) })).pipe(
          Context.add(ReplyHeaders, headers)
        )
      ),
      Effect.tapErrorCause((cause) => (Cause.isDie(cause) ? logDied("request died")(cause) : Effect.void)),
      Effect.annotateLogs({ requestId: context.requestId, method: args.request.method, path }),
      Effect.withSpan("respond"),
      within(context.span)
    )
  )
}

const isResponse = (value: unknown): value is Response => value instanceof Response

/** For pages. Call it inside the `loader` or `action` function, never around it (docs/architecture.md, "One page request"). */
export const respond = async <A, E extends RouteFailure>(
  args: RemixArgs,
  program: Program<A, E | Response>
): Promise<A> => {
  const context = contextOf(args)
  const headers = new Headers()
  const caught: Program<A | Response, Exclude<E | Response, Response> | SiteReadOnly> = Effect.catchIf(
    unlessReadOnly(program),
    isResponse,
    // Inside a span a failure is a proxy, through which Node 24 cannot read a body.
    (response) => Effect.succeed(Cause.originalError(response))
  )
  const exit = await run(args, context, headers, caught)
  if (Exit.isFailure(exit)) {
    const { body, retryAfter, status } = refusal(exit.cause, context.requestId, args.context?.barred)
    if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter))
    const sent = sentWith(args.context)
    throw data(status === 503 && sent !== undefined ? { ...body, sent } : body, { status, headers })
  }
  if (isResponse(exit.value)) {
    for (const [name, value] of headers) exit.value.headers.append(name, value)
    throw exit.value
  }
  // A loader's cookies; the router unwraps the value, so it is typed as that. Actions put theirs into their own response.
  return isRead(args.request) && headers.has("set-cookie")
    ? (data(exit.value, { headers }) as unknown as A)
    : exit.value
}

/** For `api.*` routes and others without a page: always a response, `{ code, message, requestId }` on refusal. */
export const respondJson = async <A, E extends RouteFailure>(
  args: RemixArgs,
  program: Program<A, E>
): Promise<Response> => {
  const context = contextOf(args)
  const headers = new Headers({ "Cache-Control": "no-store" })
  const exit = await run(args, context, headers, unlessReadOnly(program))
  if (Exit.isFailure(exit)) {
    const { body, retryAfter, status } = refusal(exit.cause, context.requestId, args.context?.barred)
    if (retryAfter !== undefined) headers.set("Retry-After", String(retryAfter))
    return Response.json(body, { status, headers })
  }
  if (!isResponse(exit.value)) return Response.json(exit.value ?? null, { headers })
  // Cookies are added; for any other header the response's own value wins.
  const own = new Set(exit.value.headers.keys())
  for (const [name, value] of headers) {
    if (name === "set-cookie" || !own.has(name)) exit.value.headers.append(name, value)
  }
  return exit.value
}

/** Turns a program's outcome into a JSON response. */
export interface JsonResponse {
  readonly status: number
  /** Whole seconds, for 429 and 503. */
  readonly retryAfter: number | undefined
  readonly body: unknown
}

/** Why a body above the limit of forms is not read; undefined if it is. */
export const largeBodyRefused = async (
  path: string,
  cookie: string,
  { requestId }: RequestContext
): Promise<GuardRefusal | undefined> => {
  const exit = await runtime().runPromiseExit(mayBeLarge(path, cookie))
  if (Exit.isSuccess(exit)) return undefined
  const { body, retryAfter, status } = refusal(exit.cause, requestId)
  return { status, code: body.code, message: body.message, retryAfter }
}

/** For the HTTP server, before there is a router and without waiting for a tick: a busy server is ready. */
export const readiness = ({ requestId }: RequestContext): JsonResponse => {
  const exit = runtime().runSyncExit(readyNow)
  return Exit.isSuccess(exit)
    ? { status: 200, retryAfter: undefined, body: exit.value }
    : refusal(exit.cause, requestId)
}

/** For GET /metrics, on either port. */
export const readMetrics: ReadMetrics = async (asked, requestId) => {
  const exit = await runtime().runPromiseExit(scrape(asked))
  return Exit.isSuccess(exit)
    ? { status: 200, retryAfter: undefined, body: exit.value }
    : refusal(exit.cause, requestId)
}

/** The database's revision of what pages show. Rejects if the database does not respond. */
export const revisionNow = (): Promise<number> =>
  runtime().runPromise(untraced(Effect.flatMap(Revision, ({ now }) => now)))

/** Tells the other servers that this one has written something that pages may show. */
export const raiseRevision = (): Promise<number> =>
  runtime().runPromise(untraced(Effect.flatMap(Revision, ({ raise }) => raise)))

/** Not traced, because it runs several times a second. */
const untraced = Effect.withTracerEnabled(false)

/** For methods that a resource route does not support. */
export const refuseMethod = (args: RemixArgs, ...allowed: ReadonlyArray<string>): Promise<Response> =>
  respondJson(
    args,
    Effect.zipRight(
      Effect.map(ReplyHeaders, (headers) => headers.set("Allow", allowed.join(", "))),
      new WrongMethod({ allowed })
    )
  )

/** Settings for the HTTP server. */
export interface Start {
  readonly problem: undefined
  readonly appOrigin: string
  readonly host: string
  readonly port: number
  readonly isTrusted: IsTrusted
  /** Milliseconds between reporting "not ready" and closing the port. */
  readonly drainMs: number
  readonly outside: OutsideOrigins
  /** Where metrics are served: on a separate port, on this one, or nowhere. */
  readonly metrics: { readonly port: number } | "here" | undefined
  /** If each request is logged. */
  readonly requestLog: boolean
  /** If traces are recorded. */
  readonly beginRequest: BeginRequest | undefined
}

const metricsOf = ({ metricsPort, metricsToken }: SettingsShape): Start["metrics"] => {
  if (Option.isSome(metricsPort)) return { port: metricsPort.value }
  return Option.isSome(metricsToken) ? "here" : undefined
}

/** Builds every layer: runs migrations, starts workers. A failing start reports why, for the operator. */
export const startUp = async (): Promise<Start | { readonly problem: string }> => {
  const exit = await runtime().runPromiseExit(Settings)
  if (Exit.isFailure(exit)) {
    const defect = Cause.squash(exit.cause)
    return { problem: defect instanceof SettingsMissing ? defect.message : startProblem(exit.cause) }
  }
  const settings = exit.value
  const { appOrigin, browserGatewayUrl, drainMs, host, port, relayUrl, traceCollector, trustedProxies, uploadHost } =
    settings
  const uploads = Option.getOrUndefined(uploadHost)
  const origins = (...urls: ReadonlyArray<string | undefined>) =>
    [...new Set(urls.filter((url) => url !== undefined).map((url) => new URL(url).origin))].filter(
      (o) => o !== appOrigin
    )
  return {
    problem: undefined,
    appOrigin,
    host,
    port,
    isTrusted: trustedBy(trustedProxies),
    drainMs,
    metrics: metricsOf(settings),
    requestLog: settings.requestLog,
    beginRequest: Option.isSome(traceCollector) ? await runtime().runPromise(beginRequests) : undefined,
    outside: { connect: origins(browserGatewayUrl, relayUrl, uploads?.url), images: origins(uploads?.cdnUrl) }
  }
}

/** Work that pages need but readiness does not: runs when the port is open. */
export const warmUp = () => runtime().runPromise(Articles.readAll)

/** For the shutdown hook: disconnects pages that listen for live events; they reconnect elsewhere or later. */
export const endStreams = () => runtime().runPromise(Effect.flatMap(Live, (live) => live.close))

/** For the process' shutdown hook: ends workers, closes pools. */
export const disposeRuntime = () => runtime().dispose()
