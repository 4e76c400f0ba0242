/**
 * The read API as an outside developer uses it: a client derived from the contract, against the real server runtime
 * with the demonstration's data. The client decodes every response by its schema, and refuses fields that the schema
 * does not name.
 */
import { FetchHttpClient, HttpApiClient, HttpClient, HttpClientRequest } from "@effect/platform"
import { validator as schemasafe } from "@exodus/schemasafe"
import type { ActionFunctionArgs } from "@remix-run/node"
import { Ajv2020 } from "ajv/dist/2020.js"
import addFormats from "ajv-formats"
import { Effect, Either, Schema } from "effect"
import { afterAll, assert, beforeAll, describe, onTestFinished, test, vi } from "vitest"
import { documentOf } from "~/effects/publishing/readapi/contract/document.server"
import { NotModified, ReadApi, responses } from "~/effects/publishing/readapi/contract/ReadApi.server"
import { NOT_NAMED } from "~/effects/publishing/readapi/pages/respond.server"
import { isPublished } from "~/effects/treasury/bonds/Series"
import { GARDEN, openDemo } from "../../server/runtime/demo"

type Handler = (args: ActionFunctionArgs) => Promise<Response>
type Route = { readonly loader: Handler; readonly action: Handler }
const modules: Readonly<Record<string, () => Promise<unknown>>> = import.meta.glob([
  "/app/routes/api.v1.*.ts",
  "/app/routes/api.exports.proposals.ts"
])
const routes = Object.entries(modules).map(([file, load]) => {
  const path = file
    .slice("/app/routes".length, -".ts".length)
    .replace(/\._index$/, "")
    .replaceAll("[.]", "~")
  const pattern = path
    .replaceAll(".", "/")
    .replaceAll("~", "\\.")
    .replace(/\$(\w+)/g, "(?<$1>[^/]+)")
  return { pattern: new RegExp(`^${pattern}$`), load }
})

/** Passes a request to its route, as the router does, from an address of whose network limits count. */
const serving =
  (address: string): typeof globalThis.fetch =>
  async (asked, init) => {
    const request = new Request(asked, init)
    const { pathname } = new URL(request.url)
    const found = routes.flatMap(({ load, pattern }) => {
      const match = pattern.exec(pathname)
      return match === null ? [] : [{ load, params: { ...match.groups } }]
    })[0]
    if (found === undefined) return new Response(null, { status: 404 })
    const { action, loader } = (await found.load()) as Route // a route module, by its path
    const args = { request, params: found.params, context: { requestId: "a client's", nonce: "", address } }
    return request.method === "GET" || request.method === "HEAD" ? loader(args) : action(args)
  }

const ORIGIN = "http://127.0.0.1:3000"
const client = (address: string, headers: Record<string, string> = {}) =>
  HttpApiClient.make(ReadApi, {
    baseUrl: ORIGIN,
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeaders(headers))
  }).pipe(Effect.provide(FetchHttpClient.layer), Effect.provideService(FetchHttpClient.Fetch, serving(address)))
const run = <A, E>(program: Effect.Effect<A, E, FetchHttpClient.Fetch>, address: string) =>
  Effect.runPromise(Effect.provideService(program, FetchHttpClient.Fetch, serving(address)))

/**
 * What two validators of JSON Schema that know nothing of the contract say of a body, by the schema that the document
 * publishes for its address.
 */
const document = documentOf(ORIGIN)
const validators = Object.entries(document.paths).map(([path, { get }]) => {
  const { "200": described } = get.responses as Record<string, { content: { "application/json": { schema: object } } }>
  const schema = JSON.parse(
    JSON.stringify({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      ...described?.content["application/json"].schema,
      components: document.components
    })
  )
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  return {
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
    byAjv: ajv.compile(schema),
    bySchemasafe: schemasafe(schema, { includeErrors: true, allErrors: true, allowUnusedKeywords: true })
  }
})
const problemsIn = (body: unknown, path: string): ReadonlyArray<string> => {
  const { pathname } = new URL(path, ORIGIN)
  const found = validators.find(({ pattern }) => pattern.test(pathname))
  if (found === undefined) return [`${path} is not in the document`]
  const { byAjv, bySchemasafe } = found
  const isValid = { ajv: byAjv(body), schemasafe: bySchemasafe(body as never) }
  return [
    ...(isValid.ajv ? [] : [`ajv: ${JSON.stringify(byAjv.errors)}`]),
    ...(isValid.schemasafe ? [] : [`schemasafe: ${JSON.stringify(bySchemasafe.errors)}`])
  ]
}

let demo: Awaited<ReturnType<typeof openDemo>>
beforeAll(async () => {
  demo = await openDemo()
}, 120_000)
afterAll(() => demo.stop())

/** The body as received, parsed strictly: no field that the contract does not name; and by the published document. */
const strictly = async <A, I>(schema: Schema.Schema<A, I>, path: string, address: string) => {
  const response = await serving(address)(`${ORIGIN}${path}`)
  assert.strictEqual(response.status, 200, path)
  const body: unknown = await response.json()
  assert.deepStrictEqual(problemsIn(body, path), [], path)
  return Schema.decodeUnknownSync(schema, { onExcessProperty: "error", errors: "all" })(body)
}

describe("a client of the read API", () => {
  test("navigates from the list of communities to a vote's results and a bond's payments", async () => {
    const address = "10.0.0.1"
    const program = Effect.gen(function* () {
      const api = yield* client(address)
      const list = yield* api.communities.list({ urlParams: { sort: "name" } })
      assert.deepStrictEqual(
        list.communities.map(({ slug }) => slug),
        ["night-film", "open-maps", GARDEN, "solar-roof"]
      )
      const filtered = yield* api.communities.list({ urlParams: { vote: "1", q: "film", tag: ["Film"] } })
      assert.deepStrictEqual(
        filtered.communities.map(({ slug }) => slug),
        list.communities
          .filter(({ openProposals, slug }) => openProposals > 0 && slug === "night-film")
          .map((one) => one.slug)
      )
      const garden = yield* api.communities.one({ path: { slug: GARDEN } })
      assert.strictEqual(garden.ledger?.networkId, 2)
      const byId = yield* api.communities.list({ urlParams: { id: garden.id } })
      assert.deepStrictEqual(
        byId.communities.map(({ slug }) => slug),
        [GARDEN]
      )
      const open = yield* api.proposals.list({ path: { slug: GARDEN }, urlParams: {} })
      assert.strictEqual(open.tab, "open")
      assert.isAbove(open.proposals.length, 0)
      const ranked = yield* api.proposals.list({ path: { slug: "night-film" }, urlParams: { tab: "results" } })
      const closed = ranked.proposals.find(({ voteType }) => voteType === "ranked")
      const one = yield* api.proposals.one({ path: { slug: "night-film", n: String(closed?.number) } })
      assert.isAbove(one.rounds?.length ?? 0, 0)
      assert.strictEqual(one.title, closed?.title)
      return garden
    })
    assert.strictEqual((await run(program, address)).slug, GARDEN)
  })

  test("gets every response in the exact shape of the contract", async () => {
    const address = "10.0.1.1"
    const log = vi.spyOn(console, "log").mockImplementation(() => undefined)
    onTestFinished(() => log.mockRestore())
    const { communities } = await strictly(responses.communities, "/api/v1/communities", address)
    let votes = 0
    for (const { slug } of communities) {
      await strictly(responses.community, `/api/v1/communities/${slug}`, address)
      for (const tab of ["open", "review", "results"]) {
        const path = `/api/v1/communities/${slug}/proposals`
        const { proposals } = await strictly(responses.proposals, `${path}?tab=${tab}`, address)
        for (const { number } of proposals.slice(0, 4)) {
          await strictly(responses.proposal, `${path}/${number}`, address)
          votes += 1
        }
      }
    }
    assert.isAbove(votes, 3)
    const series = (await demo.series()).filter(({ state }) => isPublished(state))
    assert.isAbove(series.length, 0)
    for (const { code, slug } of series) {
      const bond = await strictly(responses.bond, `/api/v1/communities/${slug}/bonds/${code}`, "10.0.2.1")
      assert.strictEqual(bond.code, code)
    }
    const lines = log.mock.calls.map(([text]) => String(text)).filter((text) => text.includes(NOT_NAMED))
    assert.deepStrictEqual(lines, [])
  }, 60_000)

  test("can read the export of proposals by the published shape of a proposal, which names every field", async () => {
    const response = await serving("10.0.7.1")(`${ORIGIN}/api/exports/proposals?community=${GARDEN}&format=json`)
    const file = (await response.json()) as { readonly proposals: ReadonlyArray<object> }
    assert.isAbove(file.proposals.length, 1)
    const path = `/api/v1/communities/${GARDEN}/proposals`
    const as = {
      schema: "proposals/1",
      community: GARDEN,
      tab: "open",
      pageSize: 20,
      next: null,
      proposals: file.proposals
    }
    assert.deepStrictEqual(problemsIn(as, path), [])
    assert.isAbove(problemsIn({ ...as, proposals: [{ ...file.proposals[0], number: "1" }] }, path).length, 1)
    Schema.decodeUnknownSync(responses.proposals, { onExcessProperty: "error" })(as)
  })

  test("can read refusals from a page of another site, too", async () => {
    for (const path of [`/api/v1/communities/${GARDEN}`, "/api/v1/communities/quiet-room"]) {
      const response = await serving("10.0.6.1")(`${ORIGIN}${path}`)
      assert.strictEqual(response.headers.get("access-control-allow-origin"), "*", path)
      assert.include(response.headers.get("access-control-expose-headers"), "Retry-After", path)
    }
  })

  test("gets a refusal with its code for private or missing data, and NotModified for unchanged data", async () => {
    const address = "10.0.3.1"
    const program = Effect.gen(function* () {
      const api = yield* client(address)
      const refused = yield* Effect.flip(api.communities.one({ path: { slug: "quiet-room" } }))
      assert.deepInclude(refused, { code: "E-NOT-FOUND" })
      const [, response] = yield* api.communities.one({ path: { slug: GARDEN }, withResponse: true })
      const again = yield* client(address, { "If-None-Match": response.headers.etag ?? "" })
      return yield* Effect.flip(again.communities.one({ path: { slug: GARDEN } }))
    })
    assert.instanceOf(await run(program, address), NotModified)
  })

  test("gets a refusal with the seconds to wait after too many requests, at every address of the API", async () => {
    const address = "10.0.4.1"
    // The limit refills one request a second: on a slow machine more than sixty go through.
    const program = Effect.gen(function* () {
      const api = yield* client(address)
      const asking = Effect.either(api.communities.one({ path: { slug: GARDEN } }))
      return yield* Effect.repeat(asking, { until: Either.isLeft, times: 600 })
    })
    const ended = await run(program, address)
    assert.isTrue(Either.isLeft(ended))
    assert.deepInclude(Either.merge(ended), { code: "E-LIMIT" })
    for (const path of ["/api/v1/openapi.json", "/api/v1/communities"]) {
      const asking = Effect.promise(() => serving(address)(`${ORIGIN}${path}`))
      const response = await Effect.runPromise(
        Effect.repeat(asking, { until: ({ status }) => status === 429, times: 600 })
      )
      assert.strictEqual(response.status, 429, path)
      assert.match(response.headers.get("retry-after") ?? "", /^\d+$/)
    }
  }, 60_000)

  test("gets the document with an ETag from any site, and no other method is allowed", async () => {
    const ask = serving("10.0.5.1")
    const response = await ask(`${ORIGIN}/api/v1/openapi.json`)
    assert.strictEqual(response.headers.get("access-control-allow-origin"), "*")
    assert.match(response.headers.get("etag") ?? "", /^"[0-9a-f]{32}"$/)
    assert.deepInclude(await response.json(), { openapi: "3.1.0" })
    for (const path of ["/api/v1/openapi.json", "/api/v1/communities", `/api/v1/communities/${GARDEN}`]) {
      const posted = await ask(`${ORIGIN}${path}`, { method: "POST" })
      assert.strictEqual(posted.status, 405, path)
      assert.strictEqual(posted.headers.get("allow"), "GET")
    }
  })
})
