/**
 * `npm run goals -- --against REF [ID …]`: builds another revision next to this one and measures both alternately, each
 * with its own goals, so that both ran in the same minutes on the same machine (docs/goals.md, "Two revisions").
 */
import { execFileSync, spawnSync } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { compare, type Pair } from "./ratios"

/** Goals measured by default: sizes, the guarded pages, votes, the checker. */
const USUAL = ["A1", "A2", "A3", "A4", "A8", "A9", "A12", "A13", "A17", "recount"]
/**
 * Rounds for each revision. One run varies by a fifth on a shared machine; the spread of five shows how far to trust
 * the median.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 5)

const here = resolve(".")
const say = (message: string) => console.error(`[against] ${message}`)
const git = (...words: ReadonlyArray<string>) => execFileSync("git", words, { cwd: here, encoding: "utf8" }).trim()
const run = (cwd: string, command: string, ...words: ReadonlyArray<string>) =>
  execFileSync(command, words, { cwd, stdio: ["ignore", "ignore", "inherit"] })

/** Checks the other revision out, with the packages it names. */
const checkedOut = (revision: string): string => {
  const folder = resolve(".cache/against", revision)
  if (existsSync(resolve(folder, ".ready"))) return folder
  say(`checking ${revision.slice(0, 8)} out`)
  mkdirSync(folder, { recursive: true })
  const files = execFileSync("git", ["archive", revision], { cwd: here, maxBuffer: 2 ** 30 })
  execFileSync("tar", ["-x", "-C", folder], { input: files })
  const lock = (root: string) => readFileSync(resolve(root, "package-lock.json"), "utf8")
  if (lock(folder) === lock(here)) symlinkSync(resolve("node_modules"), resolve(folder, "node_modules"))
  else run(folder, "npm", "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error")
  writeFileSync(resolve(folder, ".ready"), "")
  return folder
}

const build = (folder: string) => {
  for (const ledger of ["local", "stokenet"]) {
    say(`building ${folder === here ? "this revision" : "the other revision"} for LEDGER=${ledger}`)
    const env = { ...process.env, LEDGER: ledger }
    execFileSync(process.execPath, ["scripts/setup.mjs", "build"], { cwd: folder, env, stdio: "ignore" })
  }
  run(folder, resolve(folder, "node_modules/.bin/vite"), "build", "-c", "scripts/goals/vite.config.ts")
}

/** The figure, or undefined if that revision does not have the goal or could not measure it. */
const measure = (folder: string, id: string): number | undefined => {
  const { stdout } = spawnSync(process.execPath, [".cache/goals/goal.js", id], { cwd: folder, encoding: "utf8" })
  const line = stdout.split("\n").find((text) => text.startsWith("{"))
  const value: unknown = line === undefined ? undefined : JSON.parse(line).value
  return typeof value === "number" && Number.isFinite(value) ? value : undefined
}

const rounded = (value: number) => Number(value.toPrecision(4))

/** Prints a table. The order within a pair alternates, so that neither revision always runs second. */
export const against = (ref: string, asked: ReadonlyArray<string>): void => {
  const revision = git("rev-parse", "--verify", `${ref}^{commit}`)
  const other = checkedOut(revision)
  for (const folder of [other, here]) build(folder)
  const rows: Record<string, unknown> = {}
  for (const id of asked.length === 0 ? USUAL : asked) {
    const pairs: Array<Pair> = []
    for (let round = 0; round < ROUNDS; round++) {
      const order = round % 2 === 0 ? [other, here] : [here, other]
      const figures = new Map(order.map((folder) => [folder, measure(folder, id)]))
      const [before, after] = [figures.get(other), figures.get(here)]
      if (before === undefined || after === undefined) {
        say(`${id}: ${before === undefined ? revision.slice(0, 8) : "this revision"} has no figure`)
        break
      }
      pairs.push({ before, after })
      say(`${id}, ${round + 1} of ${ROUNDS}: ${before} before, ${after} now`)
    }
    const { after, before, least, most, ratio } = compare(pairs)
    rows[id] = {
      before: rounded(before),
      now: rounded(after),
      ratio: rounded(ratio),
      spread: `${rounded(least)} to ${rounded(most)}`,
      pairs: pairs.length
    }
  }
  console.table(rows)
}
