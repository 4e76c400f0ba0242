/** docs/tests.md says of each test when it runs; here it is compared with the files and with what the runners read. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { ALL_ONLY, ON_POSTGRES, SHORT } from "./sets"

const here = import.meta.dirname
const files = readdirSync(here, { recursive: true, encoding: "utf8" })
const page = readFileSync(join(here, "../docs/tests.md"), "utf8")

/** Rows of the table below this heading: the name in the first cell, and the other cells. */
const rowsBelow = (heading: string) => {
  const chapter = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? ""
  return [...chapter.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)].map(([, name = "", cells = ""]) => ({
    name,
    cells: cells.split(" | ")
  }))
}
const namesBelow = (heading: string) => rowsBelow(heading).map(({ name }) => name)

describe("the table of tests", () => {
  test("has one row for each file of journeys, and says whether npm test runs one of it", () => {
    const journeys = files.filter((file) => /^e2e\/[^/]+\.test\.ts$/.test(file))
    const rows = rowsBelow("Journeys")
    expect(rows.map(({ name }) => `e2e/${name}.test.ts`).toSorted()).toEqual(journeys.toSorted())
    const wrong = rows.filter(({ cells: [short = "", all = ""], name }) => {
      const hasShort = readFileSync(join(here, `e2e/${name}.test.ts`), "utf8").includes(` ${SHORT}`)
      return hasShort === (short === "–") || (short === "–" && all === "–")
    })
    expect(wrong).toEqual([])
  })

  test("names the existing unit tests that only npm run test:all runs", () => {
    expect(namesBelow("Unit tests that only `npm run test:all` runs").toSorted()).toEqual(ALL_ONLY.toSorted())
    expect(ALL_ONLY.filter((name) => !existsSync(join(here, `${name}.test.ts`)))).toEqual([])
  })

  test("names the existing files that run on Postgres in npm test", () => {
    expect(namesBelow("Unit tests that run on Postgres in `npm test`").toSorted()).toEqual(ON_POSTGRES.toSorted())
    const tests = files.filter((file) => /\.test\.tsx?$/.test(file))
    expect(ON_POSTGRES.filter((beginning) => !tests.some((file) => file.startsWith(beginning)))).toEqual([])
    expect(ALL_ONLY.filter((file) => ON_POSTGRES.includes(file))).toEqual([])
  })

  test("names each file that does less in npm test", () => {
    const readers = files.filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/config\.ts$|^sets\./.test(file) &&
        /from "(\.\.?\/)+sets"/.test(readFileSync(join(here, file), "utf8"))
    )
    expect(namesBelow("Files that do less in `npm test`").toSorted()).toEqual(readers.toSorted())
  })
})
