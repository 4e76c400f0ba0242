/** The server's router matches as the library does, and computes its routes once. */
import { readdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { FastCheck as fc } from "effect"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { matching } from "../../scripts/shortcuts/matching"
import { runs } from "../sets"

type Match = { readonly route: { readonly id?: string }; readonly params: object; readonly pathname: string }
interface Router {
  readonly matchRoutes: (routes: ReadonlyArray<object>, path: string) => ReadonlyArray<Match> | null
  readonly matchPath: (pattern: object | string, path: string) => { readonly params: object } | null
}

const file = join(createRequire(import.meta.url).resolve("@remix-run/router"), "../router.js")
const text = readFileSync(file, "utf8")
const loaded = async (code: string) =>
  (await import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`)) as Router

/** The addresses of our own routes, as Remix names them. */
const routes = readdirSync(join(import.meta.dirname, "../../app/routes")).map((name) => {
  const path = name
    .replace(/\.tsx?$/, "")
    .replace(/\[(.*?)\]/g, (_, kept: string) => kept.replaceAll(".", "\0"))
    .split(".")
    .filter((part) => !part.startsWith("_"))
    .map((part) => (part === "$" ? "*" : part.replace(/^\$/, ":").replace(/_$/, "")))
    .join("/")
    .replaceAll("\0", ".")
  return { id: name, path }
})

const part = fc.oneof(
  fc.constantFrom(...new Set(routes.flatMap(({ path }) => path.split("/")))),
  fc.string({ maxLength: 8 }),
  fc.webSegment()
)
const address = fc.array(part, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`)

describe("matching routes", () => {
  let plain: Router
  let once: Router
  beforeAll(async () => {
    // About addresses with an invalid % sign.
    vi.spyOn(console, "warn").mockReturnValue()
    plain = await loaded(text)
    once = await loaded(matching.apply(text))
  })

  afterAll(() => vi.restoreAllMocks())

  it("returns the library's result for any address, however often it is repeated", () => {
    const told = (found: ReadonlyArray<Match> | null) =>
      found?.map(({ params, pathname, route }) => [route.id, params, pathname]) ?? null
    fc.assert(
      fc.property(address, (path) => {
        const expected = told(plain.matchRoutes(routes, path))
        assert.deepEqual(told(once.matchRoutes(routes, path)), expected)
        assert.deepEqual(told(once.matchRoutes([...routes], path)), expected)
      }),
      { numRuns: runs(500, 5_000) }
    )
    for (const { path } of routes) assert.isNotNull(once.matchRoutes(routes, `/${path}`), path)
  })

  it("distinguishes patterns that differ only in their options", () => {
    const asks = [
      { path: "/explore", end: true },
      { path: "/explore", end: false },
      { path: "/Explore", caseSensitive: true, end: true },
      { path: "/explore/:slug" }
    ]
    for (const path of ["/explore", "/explore/garden", "/Explore", "/explore/"]) {
      for (const ask of asks) {
        for (let times = 0; times < 2; times++) {
          assert.deepEqual(once.matchPath(ask, path), plain.matchPath(ask, path))
        }
      }
    }
  })

  it("flattens a list of routes once", () => {
    let reads = 0
    const counted = [
      {
        id: "one",
        get path() {
          reads++
          return "one/:two"
        }
      }
    ]
    once.matchRoutes(counted, "/one/a")
    const first = reads
    once.matchRoutes(counted, "/one/b")
    assert.isAbove(first, 0)
    assert.strictEqual(reads, first)
  })

  it("stops the build if the router's source has changed", () => {
    assert.throws(
      () => matching.apply(text.replace("rankRouteBranches(branches);", "rank(branches);")),
      /does not read/
    )
  })
})
