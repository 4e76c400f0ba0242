/**
 * Citations in comments and test titles lead to a page or heading in docs/, or to a public standard. Rule numbers of
 * earlier documents and documents that a clone does not have are refused.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"

const root = join(import.meta.dirname, "..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const CODE = /\.(tsx?|[cm]?js|css)$/
const filesBelow = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => CODE.test(file) && !/node_modules|\.d\.ts$/.test(file))
    .map((file) => join(folder, file))

/** Comments and titles of tests, on one line each, so that a citation may be wrapped. */
const wordsIn = (text: string): ReadonlyArray<string> =>
  [
    ...text.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*(?:\n\s*\/\/ .*)*|\b(?:describe|it|test)[.\w]*\(\s*"[^"]*"/g)
  ].map(([found]) => found.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)? ?/g, " "))

const sources = [...["app", "tests", "scripts"].flatMap(filesBelow), "server.ts", "vite.config.ts"]
  .filter((path) => path !== "tests/citations.test.ts")
  .flatMap((path) => wordsIn(read(path)).map((words) => ({ path, words })))

const FOREIGN = [
  /\b(?:product|spec|quality|style|stack|house) (?:§ ?\d|\d+\.\d|section \d|point \d|[A-D]-?\d|R-[A-Z]|J\d)/gi,
  /\bthe spec(?:ification)?\b/gi,
  /\b(?:wallet )?protocol (?:§ ?\d|section \d|\d\.\d)/gi,
  /(?<![\w/-])(?:product|spec|quality|style|stack|house|ledger|wallet-protocol|sealed-votes|council-treasury|parked-money)\.md\b/gi,
  /\bsketch \d|\bREADME point \d|\bjourney J?\d/gi
]

const standsOn = (page: string, name: string) =>
  new RegExp(`(?<![\\w.])${name.replaceAll(".", "\\.")}(?![\\w]|\\.\\d)`).test(read(page))

/** As the usual renderers make them: lower case, spaces to hyphens, everything else but letters and digits left out. */
const anchorsOf = (page: string) =>
  [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replace(/ /g, "-")
  )

const problemsOf = (words: string): ReadonlyArray<string> => {
  const foreign = FOREIGN.flatMap((pattern) => [...words.matchAll(pattern)].map(([found]) => `${found}: not in docs/`))
  const pages = [...words.matchAll(/docs\/[\w/-]+\.md/g)].map(([page]) => page)
  const missing = pages.filter((page) => !existsSync(join(root, page))).map((page) => `${page}: no such page`)
  const unheaded = [...words.matchAll(/(docs\/[\w/-]+\.md)#([\p{L}\p{N}_-]+)/gu)]
    .filter(([, page = "", anchor = ""]) => existsSync(join(root, page)) && !anchorsOf(page).includes(anchor))
    .map(([cited]) => `${cited}: no such heading`)
  // "docs/connector.md, 2.8, 3", "docs/goals.md A1, A9 to A13"
  const named = [...words.matchAll(/(docs\/[\w/-]+\.md),? ((?:[A-D]?\d+(?:\.\d+)*(?:, | to | and )?)+)/g)].flatMap(
    ([, page = "", names = ""]) =>
      existsSync(join(root, page))
        ? [...names.matchAll(/[A-D]?\d+(?:\.\d+)*/g)]
            .filter(([name]) => !standsOn(page, name))
            .map(([name]) => `${page}, ${name}: not on that page`)
        : []
  )
  const quoted = [...words.matchAll(/(docs\/[\w/-]+\.md)(?:, [\d.]+)*, "([^"]+)"/g)]
    .filter(([, page = ""]) => existsSync(join(root, page)))
    .filter(([, page = "", phrase = ""]) => !read(page).toLowerCase().includes(phrase.toLowerCase()))
    .map(([, page, phrase]) => `${page}, "${phrase}": not on that page`)
  const rules = [...words.matchAll(/(?<![\w-])(?:R-[A-Z]\d*|D-\d\d)(?![\w-])/g)]
    .filter(([name]) => !standsOn("docs/goals.md", name))
    .map(([name]) => `${name}: link to the heading instead`)
  const sections = [...words.matchAll(/(?<![\w.§/])[34]\.\d\.\d{1,2}(?![\w.]\d)/g)].map(
    ([name]) => `${name}: link to the heading instead`
  )
  return [...foreign, ...missing, ...unheaded, ...named, ...quoted, ...rules, ...sections]
}

describe("citations", () => {
  test("lead to a page, a heading or a public standard", () => {
    expect(sources.filter(({ words }) => words.includes("docs/")).length).toBeGreaterThan(400)
    const problems = sources.flatMap(({ path, words }) => problemsOf(words).map((problem) => `${path}: ${problem}`))
    expect(problems).toEqual([])
  })

  test("are distinguished from broken ones", () => {
    // Separate from its goals, or the documents' own test would look for those.
    const goals = "docs/goals.md"
    const wrong = [
      "as product 3.5.4 says",
      "the words of spec §8",
      "in the specification's order",
      "(wallet protocol §2.8)",
      "(protocol 7.1)",
      "ledger.md 1.1",
      "quality B2",
      "docs/nowhere.md",
      "docs/ledger.md, 7.7",
      "docs/product/votes.md#no-such-heading",
      "docs/product/votes.md, 3.5.4",
      'docs/ledger.md, "prove nothing"',
      `${goals} A99`,
      "R-B4",
      "D-12",
      "(3.5.4)"
    ]
    const right = [
      "docs/product/treasury.md#escrow-accounts",
      "docs/product/errors.md, D5, D6",
      "docs/connector.md, 2.8, 3",
      "D-18",
      "docs/goals.md A14",
      "RFC 8785 §3.2.3",
      "GRD-2027A"
    ]
    expect(wrong.filter((words) => problemsOf(words).length === 0)).toEqual([])
    expect(right.flatMap(problemsOf)).toEqual([])
  })
})
