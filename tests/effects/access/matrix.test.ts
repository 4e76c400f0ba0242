/**
 * Runs the access rules of docs/product/access.md: every row of the matrix, for every role, through the real handlers.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, test } from "vitest"
import { expected, people, plain, type Row, type Stage, type Who } from "./cells"
import { matrix } from "./matrix"
import { openStage } from "./stage"
import { writings } from "./writes"

const root = join(import.meta.dirname, "../../..")
const files = readdirSync(join(root, "app/routes"))
const modules = import.meta.glob<Readonly<Record<string, unknown>>>("/app/routes/*.{ts,tsx}")

/** The layout of everything inside a community; its file is this and "tsx". */
const INSIDE = "_wallet.community.detail.$id."

let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
}, 120_000)
afterAll(() => stage.stop())

type Place = Awaited<ReturnType<typeof stage.build>>
const places = new Map<boolean, Promise<Place>>()
/** Two communities for all rows that change nothing: reads, and what is refused to everybody. */
const calm = (isPrivate: boolean): Promise<Place> => {
  const place = places.get(isPrivate) ?? stage.build(isPrivate)
  places.set(isPrivate, place)
  return place
}

const layouts = new Map<string, ReturnType<typeof stage.ask>>()
/** What the layout around a page responds, asked once for each role, community and query. */
const layoutOf = (layout: Readonly<Record<string, unknown>>, row: Row, who: Who, here: Stage) => {
  const key = JSON.stringify([who, row.params?.(here), row.query?.(here)])
  const response = layouts.get(key) ?? stage.ask(layout, row, who, here)
  layouts.set(key, response)
  return response
}

/** Every page but the layout, which reports that there is no session. */
const isGuarded = (file: string) => file.startsWith("_wallet.") && file !== "_wallet.tsx"

/** Pages behind the gate return nothing to a visitor, whatever is requested. */
const wantedOf = (file: string, module: Readonly<Record<string, unknown>>, row: Row, who: Who) =>
  (who === "V" || who === "X") && row.method === "GET" && isGuarded(file) && module.loader !== undefined
    ? "shell"
    : expected(row, who)

const rowsOf = (file: string): ReadonlyArray<Row> => {
  const entry = matrix[file]
  return entry === undefined || "elsewhere" in entry ? [] : entry
}

/** For reading what a row would send. */
const nowhere: Stage = {
  id: "",
  slug: "",
  self: "",
  owner: "",
  member: "",
  applicant: "",
  suspended: "",
  invite: "",
  guest: "",
  seen: "",
  weights: "",
  thread: ""
}

describe("the access matrix", () => {
  test("has an entry for every route, and none for a removed route", () => {
    assert.deepEqual(Object.keys(matrix).sort(), [...files].sort())
  })

  test("has a row for every write: each route, and each button of each page", async () => {
    const all = await writings()
    assert.isAbove(all.flatMap(({ intents }) => intents).length, 80)
    const missing = all.flatMap(({ file, intents }) => {
      const entry = matrix[file]
      if (entry !== undefined && "elsewhere" in entry) return []
      const rows = rowsOf(file).filter(({ method }) => method !== "GET")
      if (rows.length === 0) return [file]
      const known = new Set(rows.flatMap(({ form }) => form?.(nowhere).intent ?? []))
      return intents.filter((intent) => !known.has(intent)).map((intent) => `${file} ${intent}`)
    })
    assert.deepEqual(missing, [])
  })

  test("covers addresses without a page, which handle every method because the router's own errors have no code", async () => {
    for (const file of files.filter((name) => name.endsWith(".ts"))) {
      const module = await modules[`/app/routes/${file}`]?.()
      assert.containsAllKeys(module, ["loader", "action"], file)
    }
  })

  test("names only existing tests as covering a route", () => {
    for (const [file, entry] of Object.entries(matrix)) {
      if (!("elsewhere" in entry)) continue
      const path = join(root, entry.elsewhere)
      assert.isTrue(existsSync(path), entry.elsewhere)
      const name = file.replace(/\.tsx?$/, "")
      const address = `/${name.replaceAll(".", "/").replace(/\/\$$/, "")}`
      const text = readFileSync(path, "utf8")
      assert.isTrue(text.includes(name) || text.includes(address), `${entry.elsewhere} does not speak of ${file}`)
    }
  })

  test("reveals nothing to a visitor of a guarded page, not even whether its subject exists", async () => {
    const places = [await stage.build(false), await stage.build(true), { id: "aaaaaaaaaaaa", slug: "no-such-place" }]
    const names = [...places, ...["1 OR 1=1", "../../etc", "%", "\0", ""].map((odd) => ({ id: odd, slug: odd }))]
    const queries = [
      "",
      "?panel=settings",
      "?panel=treasury",
      "?panel=x",
      "?new=1",
      "?p=1",
      "?thread=1",
      "?draft=a&secret=b"
    ]
    const reported: Array<string> = []
    let asked = 0
    for (const file of files.filter(isGuarded)) {
      const module = (await modules[`/app/routes/${file}`]?.()) ?? {}
      if (module.loader === undefined) continue
      for (const place of names) {
        for (const query of queries) {
          const row = plain("GET", [], { params: () => ({ ...place }), query: () => query })
          const response = await stage.ask(module, row, "V", stage.stageFor(place, "V"))
          asked += 1
          if (response !== "shell") reported.push(`${file} ${place.id} ${query}: ${response}`)
        }
      }
    }
    assert.deepEqual(reported, [])
    assert.isAbove(asked, 1_000)
  }, 120_000)

  test.each(files.filter((file) => rowsOf(file).length > 0))(
    "%s",
    async (file) => {
      const module = await modules[`/app/routes/${file}`]?.()
      assert.isDefined(module)
      const layout = (await modules[`/app/routes/${INSIDE}tsx`]?.()) ?? {}
      const wrong: Array<string> = []
      for (const row of rowsOf(file)) {
        const isPrivate = row.in === "private" || row.what.includes("private")
        const isCalm = row.method === "GET" || row.ok >= 400
        const place = isCalm ? await calm(isPrivate) : await stage.build(isPrivate)
        for (const who of people) {
          const here = stage.stageFor(place, who)
          // As Remix does: a page inside exists if its layout does.
          const isInside = row.method === "GET" && file.startsWith(INSIDE)
          const around = isInside ? await layoutOf(layout, row, who, here) : 200
          const own = around === 200 || around === "shell" ? await stage.ask(module ?? {}, row, who, here) : around
          const got = around === "shell" && own !== "shell" ? `a ${own} without its layout` : own
          const wanted = wantedOf(file, module ?? {}, row, who)
          if (got !== wanted) wrong.push(`${row.method} ${row.what} in ${row.in} by ${who}: ${got}, not ${wanted}`)
        }
      }
      assert.deepEqual(wrong, [])
    },
    120_000
  )
})
