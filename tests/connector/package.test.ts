/** The package's documents match its contents; that it works is tested in tests/e2e/connector-package.test.ts. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { publishedCode, RejectedByUser } from "~/connector/Errors"

const root = join(import.meta.dirname, "../..")
const read = (path: string) => readFileSync(join(root, path), "utf8")
const own = JSON.parse(read("package.json")) as { readonly dependencies: Readonly<Record<string, string>> }
const manifest = JSON.parse(read("scripts/connector/package.json")) as Readonly<
  Record<"dependencies" | "peerDependencies", Readonly<Record<string, string>>>
> & { readonly exports: Readonly<Record<string, unknown>>; readonly version: string }
const readme = read("scripts/connector/README.md")
const guide = read("app/content/resources/moving-from-the-toolkit.md")

/** Names of the members of an interface, as in its source. */
const membersOf = (path: string, name: string): ReadonlyArray<string> => {
  const body = read(path).split(`export interface ${name} {\n`)[1]?.split("\n}")[0] ?? ""
  return [...body.matchAll(/^ {2}readonly "?([\w-]+)"?\??:/gm)].map(([, member = ""]) => member)
}
const missingIn = (text: string, names: ReadonlyArray<string>) => {
  expect(names.length).toBeGreaterThan(6)
  return names.filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text))
}

describe("the package of the connector", () => {
  test("requires the versions this repository is tested with, up to the next major version", () => {
    const ranges = { ...manifest.dependencies, ...manifest.peerDependencies }
    expect(Object.keys(ranges)).toContain("effect")
    for (const [name, range] of Object.entries(ranges)) expect(range, name).toBe(`^${own.dependencies[name]}`)
  })

  test("has a heading for its version in the changelog", () => {
    expect(read("scripts/connector/CHANGELOG.md")).toContain(`\n## ${manifest.version}\n`)
  })

  test("documents every entry point, option, call and event", () => {
    const doors = Object.keys(manifest.exports).filter((door) => door !== "./package.json")
    expect(doors.filter((door) => !readme.includes(`| \`commonhold-connector${door.slice(1)}\` |`))).toEqual([])
    expect(missingIn(readme, membersOf("app/connector/ConnectorOptions.ts", "ConnectorOptions"))).toEqual([])
    expect(missingIn(readme, membersOf("app/connector/WalletHandle.ts", "WalletHandle"))).toEqual([])
    expect(missingIn(readme, membersOf("app/connector/button/events.ts", "ConnectButtonEvents"))).toEqual([])
  })

  test("names codes of the catalogue and working links", () => {
    expect(publishedCode(new RejectedByUser({}))).toBe("rejectedByUser")
    const errors = read("app/connector/Errors.ts")
    const chapter = readme.split("\n## Errors\n")[1]?.split("\n## ")[0] ?? ""
    const codes = [...chapter.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, code = ""]) => code)
    )
    expect(codes.length).toBeGreaterThan(12)
    expect(codes.filter((code) => !errors.includes(`"${code}"`))).toEqual([])
    const links = [...readme.matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([, link = ""]) => link)
    const anchors = [...readme.matchAll(/^## (.+)$/gm)].map(
      ([, title = ""]) => `#${title.toLowerCase().replace(/ /g, "-")}`
    )
    expect(links.filter((link) => !anchors.includes(link))).toEqual([])
    expect(existsSync(join(root, "app/content/resources/moving-from-the-toolkit.md"))).toBe(true)
    expect(readme).toContain("/resources/moving-from-the-toolkit")
  })
})

describe("the page for users of the official toolkit", () => {
  test("covers every option, event and key in the browser", () => {
    expect(missingIn(guide, membersOf("app/connector/ConnectorOptions.ts", "ConnectorOptions"))).toEqual([])
    expect(missingIn(guide, membersOf("app/connector/button/events.ts", "ConnectButtonEvents"))).toEqual([])
    const names = /type PartitionName =\n([\s\S]*?)\n\n/.exec(read("app/connector/Storage.ts"))?.[1] ?? ""
    const partitions = [...names.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name)
    expect(missingIn(guide, partitions)).toEqual([])
  })
})
