/** The examples of docs/operations are valid for their programs, where these are installed. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { isInstalled, proxies } from "./proxyExamples"

const examples = join(import.meta.dirname, "../docs/operations")
const read = (name: string) => readFileSync(join(examples, name), "utf8")
const scratch = mkdtempSync(join(tmpdir(), "commonhold-examples-"))
afterAll(() => rmSync(scratch, { recursive: true }))

const isHere = (command: string) => {
  const found = isInstalled(command)
  if (!found) console.info(`An example of docs/operations is not checked: ${command} is not installed.`)
  return found
}

describe("the examples for proxies", () => {
  test.each(proxies)("are valid for $command", ({ command, prepare }) => {
    if (!isHere(command) || !isHere("openssl")) return
    const folder = mkdtempSync(join(scratch, `${command}-`))
    const { check, env } = prepare({ folder, port: 4443, servers: [3000, 3001] })
    const { status, stderr, stdout } = spawnSync(command, check, {
      env: { NODE_ENV: "test", PATH: process.env.PATH, ...env }
    })
    expect(status, `${stdout}${stderr}`).toBe(0)
  })
})

test("the examples include a unit that systemd accepts", () => {
  if (!isHere("systemd-analyze")) return
  const { stderr } = spawnSync("systemd-analyze", ["verify", join(examples, "commonhold.service")])
  // Whether the program that it starts is installed here is irrelevant.
  expect(
    String(stderr)
      .split("\n")
      .filter((line) => line.includes("commonhold.service") && !/not executable/.test(line))
  ).toEqual([])
})

describe("the start command", () => {
  const { scripts } = JSON.parse(read("../../package.json")) as { readonly scripts: { readonly start: string } }
  const options = scripts.start.match(/--\S+/g) ?? []

  test.each(["Containerfile", "commonhold.service"])("of %s starts Node with the options of npm start", (name) => {
    expect(options.length).toBeGreaterThan(0)
    for (const option of options) expect(read(name)).toContain(option)
  })

  test("of the image finds every library that the build leaves out, with all their dependencies", () => {
    const copied = (
      /cp -a ([^\n]+) \/out\/node_modules\/ \\\n && cp -a @img[^\n]+\n && cp -a ([^\n]+) \/out/.exec(
        read("Containerfile")
      ) ?? []
    )
      .slice(1)
      .flatMap((words) => words.split(" "))
    const isCopied = (name: string) =>
      name.startsWith("@img/") ||
      copied.some((word) => name === word || (word.endsWith("*") && name.startsWith(word.slice(0, -1))))
    const external =
      /external: \[([^\]]+)\]/.exec(readFileSync(join(examples, "../../vite.config.ts"), "utf8"))?.[1] ?? ""
    const needed = new Set([...external.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name))
    // Headers for those who compile the driver themselves.
    const onlyAtInstall = new Set(["node-addon-api"])
    for (const name of needed) {
      const { dependencies = {} } = JSON.parse(read(`../../node_modules/${name}/package.json`)) as {
        readonly dependencies?: Readonly<Record<string, string>>
      }
      for (const each of Object.keys(dependencies)) if (!onlyAtInstall.has(each)) needed.add(each)
    }
    expect(needed.size).toBeGreaterThan(10)
    expect([...needed].filter((name) => !isCopied(name))).toEqual([])
  })
})
