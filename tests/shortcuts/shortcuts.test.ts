/** The shortened libraries of the server build behave like the originals. */
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { FastCheck as fc } from "effect"
import { build } from "vite"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { shortcuts, shortened } from "../../scripts/shortcuts/plugin"

type Site = typeof import("./page")

const root = join(import.meta.dirname, "../..")
const folder = join(root, ".cache/shortcuts", String(process.pid))
const built = async (name: string, plugins: ReadonlyArray<typeof shortened>): Promise<Site> => {
  const outDir = join(folder, name)
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "error",
    plugins: [...plugins],
    mode: "production",
    esbuild: { jsx: "automatic", jsxDev: false },
    define: { "process.env.NODE_ENV": '"production"' },
    ssr: { noExternal: true },
    build: { ssr: join(import.meta.dirname, "page.tsx"), outDir, target: "node20", minify: false }
  })
  return import(/* @vite-ignore */ join(outDir, "page.js"))
}

const segment = fc.constantFrom(
  "community",
  "Community",
  "detail",
  "a b",
  "activity",
  "maybe",
  "end",
  "files",
  "x",
  "",
  "%2f",
  "ü",
  "data.json"
)
const path = fc.oneof(
  fc.constantFrom(
    "/",
    "/community/detail/1",
    "/community/detail/1/activity",
    "/community/detail/1/",
    "/maybe/end",
    "/maybe/en/end",
    "/files/a/b",
    "/data.json"
  ),
  fc.array(segment, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`)
)
const query = fc.constantFrom("", "?", "?index", "?index=&q=a%20b", "?index=1&index", "?_routes=a&x", "?q=ä+b&q=")
/** As the browser's router requests data: of some routes, of a missing one, of none. */
const dataQuery = fc.constantFrom(
  "",
  "?_routes=",
  "?_routes=layout",
  "?_routes=root&_routes=inside",
  "?_routes=inside,nothing&index",
  "?_routes=constructor&q=%20",
  "?index&_routes=overview"
)
const method = fc.constantFrom("GET", "HEAD", "OPTIONS", "POST", "DELETE")
const target = fc.oneof(
  fc.constantFrom(
    "",
    ".",
    "..",
    "../..",
    "../annissue",
    "?tab=a",
    "#top",
    "/a/",
    "//else.where/a",
    "mailto:a@b",
    "https://a.b/c?d",
    "activity/",
    "./x?y#z",
    "/a/./b",
    "/a/../b",
    "/a/..",
    "/a%2Fb/c%20d",
    "/community/detail/1/activity/",
    "/Community/detail/1",
    "activity?#",
    "/a//b"
  ),
  fc.tuple(path, query).map((parts) => parts.join(""))
)

describe("libraries shortened in the server build", () => {
  let plain: Site
  let short: Site
  beforeAll(async () => {
    // About addresses without a route.
    vi.spyOn(console, "error").mockReturnValue()
    vi.spyOn(console, "warn").mockReturnValue()
    ;[plain, short] = await Promise.all([built("plain", []), built("short", [shortened])])
  }, 120_000)

  afterAll(() => {
    vi.restoreAllMocks()
    rmSync(folder, { recursive: true, force: true })
  })

  it("render the same page: its routes, its loaders' requests and its links", async () => {
    await fc.assert(
      fc.asyncProperty(path, query, fc.uniqueArray(target, { maxLength: 6 }), async (at, search, to) => {
        const told = async (site: Site) => {
          const { copies: _, ...answer } = await site.ask(`${at}${search}`, to)
          return JSON.stringify(answer)
        }
        for (let times = 0; times < 2; times++) {
          const [expected, answer] = [await told(plain), await told(short)]
          assert.strictEqual(answer, expected)
        }
      }),
      { numRuns: 300 }
    )
  }, 120_000)

  it("return the same data for any request", async () => {
    await fc.assert(
      fc.asyncProperty(path, dataQuery, method, fc.boolean(), async (at, search, how, isData) => {
        const address = isData ? `${at === "/" ? "/_root" : at}.data${search}` : `${at}${search}`
        const told = async (site: Site) => {
          const body = how === "POST" ? "a=1" : undefined
          const { copies: _, ...answer } = await site.ask(address, ["."], body, how)
          return JSON.stringify(answer)
        }
        assert.strictEqual(await told(short), await told(plain))
      }),
      { numRuns: 400 }
    )
  }, 120_000)

  it("pass posted data to the action, and then to the loaders", async () => {
    for (const at of ["/community/detail/7?index", "/community/detail/7/activity?q=1"]) {
      const expected = await plain.ask(at, ["."], "body=1")
      assert.deepEqual({ ...(await short.ask(at, ["."], "body=1")), copies: 0 }, { ...expected, copies: 0 })
      assert.include(expected.text, "body=1")
    }
  })

  it("share one request among the loaders of a page", async () => {
    const of = ({ copies, requests }: Awaited<ReturnType<Site["ask"]>>) => [requests, copies]
    const { status, text } = await plain.ask("/community/detail/1/activity?a", ["../x"])
    assert.strictEqual(status, 200)
    assert.include(text, 'href="/community/detail/1/x"')
    assert.deepEqual(of(await plain.ask("/community/detail/1/activity?a", [])), [4, 4])
    assert.deepEqual(of(await short.ask("/community/detail/1/activity?a", [])), [4, 1])
  })

  it("create spans only where they are collected", () => {
    assert.deepEqual(short.trace(true), plain.trace(true))
    assert.include(short.trace(true).heard, "add ended")
    assert.deepEqual(short.trace(false).heard, [])
    assert.deepEqual(short.trace(false).ended[0], plain.trace(false).ended[0])
    assert.deepEqual(short.trace(false).ended[2], plain.trace(false).ended[2])
  })

  it("return the same results of statements, within a transaction too", async () => {
    const [expected, answer] = [await plain.statements(), await short.statements()]
    assert.deepEqual(answer, expected)
    assert.include(answer.heard, "own: SELECT ? [1]")
    assert.include(answer.heard, "given back")
  })

  it("create the same elements, whatever their properties", () => {
    const name = fc.constantFrom("id", "key", "ref", "children", "__self", "__source", "className", "hasOwnProperty")
    fc.assert(
      fc.property(fc.array(fc.dictionary(name, fc.constantFrom(undefined, null, "a", 1))), (given) => {
        const told = (site: Site) => site.elements(given).map((each) => ({ ...each, type: String(each.type) }))
        assert.deepEqual(told(short), told(plain))
      })
    )
  })

  it("deliver bodies to their handlers", async () => {
    const answers = async (site: Site) => {
      const server = site.echo().listen(0, "127.0.0.1")
      await once(server, "listening")
      const address = server.address()
      const port = typeof address === "object" ? address?.port : undefined
      const told = []
      for (const type of ["application/json", "application/x-www-form-urlencoded", "text/plain; charset=gbk"]) {
        const sent = { method: "POST", body: "a=1&a[]=%ff", headers: { "Content-Type": type } }
        const answer = await fetch(`http://127.0.0.1:${port}/a/b?a=1`, sent)
        told.push(answer.status, answer.headers.get("Seen"), await answer.text())
      }
      server.close()
      return told
    }
    const answer = await answers(short)
    assert.deepEqual(answer, await answers(plain))
    assert.include(answer, "POST /a/b application/json")
  })

  it("keep Node's own fetch functions", () => {
    assert.notInclude(short.natives(), false)
    const length = (name: string) => readFileSync(join(folder, name, "page.js"), "utf8").length
    assert.isBelow(length("short"), length("plain") - 1_000_000)
  })

  // A statement's connection has no scope in which it could be released: SQLite's client is our own, and needs none by
  // its type.
  it("have nothing to release in Postgres's client", () => {
    const text = readFileSync(join(root, "node_modules/@effect/sql-pg/dist/esm/PgClient.js"), "utf8")
    assert.include(text, "acquirer: Effect.succeed(new ConnectionImpl())")
  })

  it("stop the build if a library's source has changed", () => {
    for (const { apply, file } of shortcuts) {
      const text = readFileSync(join(root, "node_modules", file), "utf8")
      assert.notStrictEqual(apply(text), text)
      assert.throws(() => apply(apply(text)), /does not read as expected/)
      assert.throws(() => apply(""), /does not read as expected/)
    }
  })
})
