/**
 * How a built server is loaded: with what V8 compiled before, or without it where that does not fit (docs/goals.md
 * A13).
 */
import { execFileSync } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"

const folder = mkdtempSync(join(tmpdir(), "commonhold-boot-"))
const part = join(folder, "assets/part.cjs")

beforeAll(() => {
  mkdirSync(join(folder, "assets"))
  copyFileSync(join(import.meta.dirname, "../scripts/boot.cjs"), join(folder, "index.js"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "commonjs", main: "main.js" }))
  writeFileSync(
    join(folder, "main.js"),
    'exports.loaded = []; require("./assets/part.cjs").say(); require("node:os"); console.log(__dirname)'
  )
  writeFileSync(part, 'const main = require("../main.js"); exports.say = () => console.log("said “so”", main.loaded)')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (script: string, ...options: ReadonlyArray<string>) =>
  execFileSync(process.execPath, [...options, "-e", script, join(folder, "index.js")], { encoding: "utf8" })
const SAID = `said “so” []\n${folder}\n`
const boot = "const { scripts } = require(process.argv[1]);"
const keep = `${boot} for (const [file, script] of scripts) require("node:fs").writeFileSync(file, script.createCachedData())`
const rejected = `${boot} console.log([...scripts.values()].map((script) => script.cachedDataRejected))`

test("it loads its files once each, by their own paths, and Node's modules beside them", () => {
  expect(run(boot)).toBe(SAID)
})

test("what was compiled is used by the same Node with the same options, and by no other", () => {
  run(keep)
  expect(run(rejected)).toBe(`${SAID}[ false, false ]\n`)
  expect(run(rejected, "--max-semi-space-size=2")).toBe(`${SAID}[ true, true ]\n`)
})

test("compiled data that is broken costs nothing but time", () => {
  writeFileSync(`${part}.cache`, "of no use")
  expect(run(rejected)).toBe(`${SAID}[ false, true ]\n`)
})
