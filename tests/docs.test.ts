/** The documents are accurate: links work, named files and cited goals exist, settings are read. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import { describe, expect, test } from "vitest"
import { NAMES } from "~/effects/base/settings/environment.server"

const root = join(import.meta.dirname, "..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => ending.test(file))
    .map((file) => join(folder, file))

const documents = ["README.md", ...filesBelow("docs", /\.md$/)].map((path) => {
  const text = read(path)
  return { path, text, prose: text.replace(/^```[\s\S]*?^```$/gm, "") }
})

/** As the usual renderers make them: lower case, hyphens for spaces, only letters and digits otherwise. */
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replace(/ /g, "-")
  )

const problemOf = (from: string, link: string): string | undefined => {
  const [path = "", anchor] = link.split("#")
  const target = path === "" ? from : relative(root, join(root, dirname(from), path))
  if (!existsSync(join(root, target))) return `${from}: ${link} leads to no file`
  if (anchor === undefined || !target.endsWith(".md") || anchorsOf(target).includes(anchor)) return undefined
  return `${from}: ${link} leads to no heading`
}

/** A path may end in a slash or name a file's beginning with "…"; braces and stars stand for several. */
const isThere = (path: string) => {
  const plain = path.split(/[…*{]/, 1)[0] ?? ""
  const folder = plain === path ? plain : dirname(`${plain}x`)
  return existsSync(join(root, folder)) && (!path.endsWith("/") || statSync(join(root, folder)).isDirectory())
}

describe("the documents", () => {
  test("have working links", () => {
    const problems = documents.flatMap(({ path, prose }) => {
      const text = prose.replace(/`[^`\n]*`/g, "")
      const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link)
      return links.filter((link) => !/^[a-z]+:/.test(link)).flatMap((link) => problemOf(path, link) ?? [])
    })
    expect(problems).toEqual([])
  })

  test("name files that exist", () => {
    const named = documents.flatMap(({ path, prose }) =>
      [...prose.matchAll(/`((?:app|tests|scripts|docs|public)\/[^`\s]*)`/g)].map(([, name = ""]) => ({ path, name }))
    )
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(({ name }) => !isThere(name)).map(({ name, path }) => `${path}: ${name}`)).toEqual([])
  })

  test("contain every goal that a comment cites", () => {
    const goals = read("docs/goals.md")
    const held = new Set([...goals.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = ""]) => cell.split(/,? +/)))
    const sources = ["app", "tests", "scripts"].flatMap((folder) => filesBelow(folder, /\.(tsx?|mjs|cjs)$/))
    const cited = [...sources, "server.ts", "vite.config.ts"].flatMap((path) =>
      [...read(path).matchAll(/docs\/goals\.md((?:(?:,| to)?[\s*]+[A-D]\d+\b)+)/g)].flatMap(([, list = ""]) =>
        (list.match(/[A-D]\d+/g) ?? []).map((goal) => ({ path, goal }))
      )
    )
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter(({ goal }) => !held.has(goal)).map(({ goal, path }) => `${path}: ${goal}`)).toEqual([])
  })

  test("stay short", () => {
    const long = documents.filter(({ path, text }) => text.split("\n").length > (path === "README.md" ? 151 : 321))
    expect(long.map(({ path }) => path)).toEqual([])
  })

  test("are linked from the README, or from a list it links to", () => {
    const linkedFrom = (path: string) =>
      [...(documents.find((each) => each.path === path)?.prose ?? "").matchAll(/\]\(([^)#\s]+\.md)[^)]*\)/g)].map(
        ([, link = ""]) => relative(root, join(root, dirname(path), link))
      )
    const first = linkedFrom("README.md")
    const reached = new Set(["README.md", ...first, ...first.flatMap(linkedFrom)])
    expect(documents.filter(({ path }) => !reached.has(path)).map(({ path }) => path)).toEqual([])
  })
})

describe("the settings", () => {
  /** The first column of the chapter's tables. */
  const namesIn = (chapter: string) => {
    const text = (read("docs/operations.md").split(`\n## ${chapter}\n`)[1] ?? "").split("\n## ")[0] ?? ""
    const cells = text.split("\n").flatMap((line) => (line.startsWith("| `") ? [line.split("|")[1] ?? ""] : []))
    return cells.flatMap((cell) => [...cell.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => name))
  }
  const settings = ["environment", "beacon", "backups"]
    .map((name) => read(`app/effects/base/settings/${name}.server.ts`))
    .join("\n")
  /** Every name in the files except the lists that the test below compares with them. */
  const outside = settings.replaceAll(
    /^(?:export )?const (NAMES|OF_BEACON|OF_BACKUPS|BUCKET|SCHEDULE) = [^\]]+\]/gm,
    ""
  )
  const readByServer = new Set([...outside.matchAll(/"([A-Z][A-Z0-9_]+)"/g)].map(([, name = ""]) => name))

  test("of the table are those that the server reads", () => {
    expect(readByServer.size).toBeGreaterThan(15)
    expect(namesIn("Settings").toSorted()).toEqual([...readByServer].toSorted())
    expect([...NAMES].toSorted()).toEqual([...readByServer].toSorted())
  })

  test("of commands are read by the commands", () => {
    const sources = [...filesBelow("scripts", /\.(ts|mjs|cjs)$/), ...filesBelow("tests", /\.ts$/), "vite.config.ts"]
      .filter((path) => path !== "tests/docs.test.ts")
      .map(read)
    const named = namesIn("Settings of commands")
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((name) => !sources.some((source) => source.includes(`.env.${name}`)))).toEqual([])
  })
})
