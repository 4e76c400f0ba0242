/**
 * A small site of its own, which shortcuts.test.ts builds twice: with the original libraries, and with shortened ones.
 */
import { PassThrough } from "node:stream"
import { Reactivity } from "@effect/experimental"
import { SqlClient, Statement } from "@effect/sql"
import type { Connection } from "@effect/sql/SqlConnection"
import { SqlError } from "@effect/sql/SqlError"
import {
  createReadableStreamFromReadable,
  createRequestHandler,
  type EntryContext,
  installGlobals
} from "@remix-run/node"
import { Form, Link, NavLink, Outlet, RemixServer, Scripts, useHref, useLoaderData } from "@remix-run/react"
import { Cause, Context, Effect, Exit, Layer, type Tracer } from "effect"
import express from "express"
import { cloneElement } from "react"
import { Fragment, jsx, jsxs } from "react/jsx-runtime"
import { renderToPipeableStream } from "react-dom/server"

/** The links of the next page. */
let targets: ReadonlyArray<string> = []
const requests: Array<Request> = []

/** A target as an object, which may leave out each of its parts. */
const partsOf = (to: string) => {
  const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(to) ?? []
  return { ...(pathname !== "" && { pathname }), search, hash }
}

const LinksTo = ({ to, isEnd }: { readonly to: string; readonly isEnd: boolean }) => (
  <>
    <Link to={to} prefetch="render" className="a" onFocus={() => undefined}>
      {to}
    </Link>
    <Link to={to} relative="path" reloadDocument />
    {!to.startsWith("//") && <NavLink to={to} end={isEnd} />}
    {!to.startsWith("//") && <NavLink to={partsOf(to)} caseSensitive={isEnd} relative="path" />}
  </>
)

const links = () => targets.map((to, n) => <LinksTo key={to} to={to} isEnd={n % 2 === 0} />)

function Part() {
  const told = useLoaderData()
  return (
    <section title={JSON.stringify(told)} data-href={useHref(".")}>
      {links()}
      <Form method="post" />
      <Outlet />
    </section>
  )
}

function Root() {
  return (
    <html lang="en">
      <body>
        <Part />
        <Scripts />
      </body>
    </html>
  )
}

interface Asked {
  readonly request: Request
  readonly params: object
}

const told = ({ request, params }: Asked) => {
  requests.push(request)
  return { url: request.url, method: request.method, params, cookie: request.headers.get("Cookie") }
}
const loader = told
const action = async ({ request, params }: Asked) => ({ ...told({ request, params }), sent: await request.text() })

/** Layouts without an address, parameters, an index, a splat and an address with a dot. */
const tree = [
  { id: "root", module: { default: Root, loader } },
  { id: "layout", parentId: "root", module: { default: Part, loader } },
  { id: "home", parentId: "root", index: true, module: { default: Part, loader } },
  { id: "inside", parentId: "layout", path: "community/detail/:id", module: { default: Part, loader, action } },
  { id: "overview", parentId: "inside", index: true, module: { default: Part, loader, action } },
  { id: "activity", parentId: "inside", path: "activity", module: { default: Part, loader, action } },
  { id: "maybe", parentId: "layout", path: "maybe/:lang?/end", module: { default: Part, loader } },
  { id: "rest", parentId: "layout", path: "files/*", module: { default: Part, loader } },
  { id: "file", parentId: "root", path: "data.json", module: { default: Part, loader } }
]
const future = {
  v3_fetcherPersist: true,
  v3_lazyRouteDiscovery: true,
  v3_relativeSplatPath: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
  unstable_optimizeDeps: false
}
const named = <A,>(of: (route: (typeof tree)[number]) => A) =>
  Object.fromEntries(tree.map((route) => [route.id, of(route)]))

const render = (request: Request, status: number, headers: Headers, context: EntryContext) =>
  new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<RemixServer context={context} url={request.url} />, {
      onAllReady: () => {
        const body = new PassThrough()
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
      onError: () => undefined
    })
  })

const handle = createRequestHandler(
  {
    entry: { module: { default: render, handleError: () => undefined } },
    routes: named((route) => route),
    assets: {
      entry: { imports: [], module: "/entry.js" },
      routes: named(({ module: _, ...route }) => ({ ...route, hasLoader: true, module: `/${route.id}.js` })),
      url: "/manifest.js",
      version: "1"
    },
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    future,
    isSpaMode: false,
    mode: "production"
    // The build of a real site has types of its own; this one has the fields that the server reads.
  } as unknown as Parameters<typeof createRequestHandler>[0],
  "production"
)

/** Status and text of a response, and the number of requests to loaders. */
export const ask = async (
  path: string,
  to: ReadonlyArray<string>,
  body?: string,
  method = body === undefined ? "GET" : "POST"
) => {
  targets = to
  requests.length = 0
  const answer = await handle(
    new Request(`http://127.0.0.1${path}`, { method, headers: { Cookie: "a=b" }, ...(body !== undefined && { body }) })
  )
  const text = await answer.text()
  return {
    status: answer.status,
    headers: [...answer.headers],
    text,
    requests: requests.length,
    copies: new Set(requests).size
  }
}

const Defaulted = () => null
Defaulted.defaultProps = { id: "default" }

/** Elements of the given data, as compiled JSX makes them. */
export const elements = (given: ReadonlyArray<Record<string, unknown>>) =>
  given.flatMap((each) => [
    jsx("p", { ...each }),
    jsx(Defaulted, { ...each }, "k"),
    jsxs(Fragment, { ...each, children: [] }),
    cloneElement(jsx("p", { ...each }), { id: "cloned" })
  ])

/** The results of statements inside and outside of a transaction, and what reaches the database. */
export const statements = async () => {
  const heard: Array<string> = []
  const connectionOf = (name: string) => {
    const execute = (sql: string, params: ReadonlyArray<unknown>) => {
      heard.push(`${name}: ${sql} ${JSON.stringify(params)}`)
      return sql.includes("broken") ? Effect.fail(new SqlError({ message: "broken" })) : Effect.succeed([{ name, sql }])
    }
    const values = (sql: string, params: ReadonlyArray<unknown>) => Effect.as(execute(sql, params), [[name]])
    // Nothing is read here.
    return {
      execute,
      executeRaw: execute,
      executeUnprepared: execute,
      executeValues: values
    } as unknown as Connection
  }
  const program = Effect.gen(function* () {
    const sql = yield* SqlClient.make({
      acquirer: Effect.succeed(connectionOf("any")),
      transactionAcquirer: Effect.acquireRelease(Effect.succeed(connectionOf("own")), () =>
        Effect.sync(() => heard.push("given back"))
      ),
      compiler: Statement.makeCompilerSqlite(),
      spanAttributes: []
    })
    const several = Effect.all([
      sql`SELECT ${1}`,
      sql`SELECT ${2}`.values,
      sql`INSERT INTO a ${sql.insert({ b: 3 })}`.raw,
      Effect.map(Effect.flip(sql`broken`), ({ message }) => message)
    ])
    return [yield* several, yield* sql.withTransaction(several), yield* several]
  })
  const ended = await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(Reactivity.layer)))
  return { ended, heard }
}

class Service extends Context.Tag("Service")<Service, number>() {}

/** Names of the spans that a tracer receives, with the program's result. */
export const trace = (isOn: boolean) => {
  const heard: Array<string> = []
  const tracer = {
    span: (name: string, parent: unknown, context: Context.Context<never>) => {
      heard.push(name)
      return {
        _tag: "Span",
        name,
        parent,
        context,
        spanId: name,
        traceId: "1",
        sampled: true,
        kind: "internal",
        status: {},
        attributes: new Map(),
        links: [],
        attribute: () => undefined,
        event: () => undefined,
        addLinks: () => undefined,
        end: () => heard.push(`${name} ended`)
      }
    },
    context: (run: () => unknown) => run()
    // What Effect requires of a tracer here; the test records names alone.
  } as unknown as Tracer.Tracer
  const add = Effect.fn("add")(function* (n: number) {
    yield* Effect.annotateCurrentSpan("n", n)
    return n + (yield* Service)
  })
  const program = Effect.gen(function* () {
    const sum = yield* Effect.withSpan(add(1), "outer")
    const failed = yield* Effect.exit(Effect.fail("no").pipe(Effect.withSpan("failing")))
    const died = yield* Effect.exit(Effect.die("bug").pipe(Effect.withSpan("dying")))
    return [sum, Exit.isFailure(failed) && Cause.pretty(failed.cause), Exit.isFailure(died) && Cause.squash(died.cause)]
  }).pipe(Effect.provideService(Service, 2), Effect.withTracer(tracer), Effect.provide(Layer.setTracerEnabled(isOn)))
  return { ended: Effect.runSync(program), heard }
}

/** Express alone: it returns what is sent. */
export const echo = () => {
  const app = express()
  app.set("query parser", false)
  app.all("*", (request, response) => {
    response.set("Seen", `${request.method} ${request.path} ${request.get("Content-Type")}`)
    request.pipe(response)
  })
  return app
}

/** Which of Node's own fetch functions stay unchanged when Remix is asked to install its own. */
export const natives = (): ReadonlyArray<boolean> => {
  const named = () => [fetch, File, FormData, Headers, Request, Response]
  const before = named()
  installGlobals({ nativeFetch: true })
  installGlobals()
  return named().map((each, n) => each === before[n])
}
