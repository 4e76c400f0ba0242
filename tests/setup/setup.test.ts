/** The set-up in a folder of its own, with a scripted npm and Vite that record their calls. */
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { packageOf } from "../../scripts/node.mjs"

const scripts = join(import.meta.dirname, "../../scripts")
let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "commonhold-setup-"))
  for (const name of ["node.mjs", "packages.mjs", "setup.mjs"])
    cpSync(join(scripts, name), join(folder, "scripts", name))
  write("package-lock.json", JSON.stringify({ packages: { "": {}, ...LOCKED } }))
  program("bin/npm", NPM)
})
afterEach(() => rmSync(folder, { recursive: true }))

const LOCKED = {
  "node_modules/vite": { version: "6.0.0", integrity: "sha512-a" },
  "node_modules/vitest": { version: "3.0.0", integrity: "sha512-b", dev: true }
}

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const program = (path: string, text: string) => {
  write(path, `#!${process.execPath}\n${text}`)
  chmodSync(join(folder, path), 0o755)
}

/**
 * Records its arguments and does what `npm.json` says; by default it installs what it is asked for, and a Vite that
 * builds.
 */
const NPM = `
const { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs")
const words = process.argv.slice(2)
const script = existsSync("npm.json") ? JSON.parse(readFileSync("npm.json", "utf8")) : {}
if (words[0] === "--version") { console.log(script.version ?? "11.0.0"); process.exit(0) }
appendFileSync("calls", "npm " + words.filter((word) => !/^--(ignore|no-audit|no-fund|loglevel|fetch)/.test(word)).join(" ") + "\\n")
mkdirSync("node_modules/.bin", { recursive: true })
if (script.leavesOut) process.exit(0)
if (script.fails) { console.error(script.fails); process.exit(1) }
if (words.includes("--prefix")) {
  const program = script.program
  mkdirSync(program.slice(0, program.lastIndexOf("/")), { recursive: true })
  writeFileSync(program, "#!/bin/sh\\necho " + script.brings)
  chmodSync(program, 0o755)
  process.exit(0)
}
const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"))
const isInstalled = ([path, { dev }]) => path !== "" && (dev !== true || words.includes("--include=dev"))
writeFileSync("node_modules/.package-lock.json", JSON.stringify({ packages: Object.fromEntries(Object.entries(packages).filter(isInstalled)) }))
writeFileSync("node_modules/.bin/vite", "#!" + process.execPath + "\\n" + ${JSON.stringify(`
const { appendFileSync, existsSync, mkdirSync } = require("node:fs")
appendFileSync("calls", "vite " + process.argv.slice(2).join(" ") + "\\n")
mkdirSync("build/local/commands", { recursive: true })
if (existsSync("vite-waits")) setInterval(() => {}, 1000)
else if (process.argv.includes("--ssr")) process.once("message", () => process.exit(0))
`)})
chmodSync("node_modules/.bin/vite", 0o755)
`

const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: [join(folder, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
  NODE_ENV: "test",
  ...more
})
const setUp = (task: string, more?: Readonly<Record<string, string>>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, ["scripts/setup.mjs", ...task.split(" ")], {
    cwd: folder,
    encoding: "utf8",
    env: environment(more)
  })
  return {
    status,
    said: stderr
      .replace(/\d+ s$/gm, "N s")
      .split("\n")
      .filter(Boolean),
    stdout
  }
}
const calls = () => {
  const noted = existsSync(join(folder, "calls")) ? readFileSync(join(folder, "calls"), "utf8").split("\n") : []
  rmSync(join(folder, "calls"), { force: true })
  return noted.filter(Boolean).sort()
}
const BOTH = ["vite build --logLevel warn", "vite build --logLevel warn --ssr"]
const COMMANDS = "vite build --logLevel warn -c scripts/commands/vite.config.ts"
const INSTALLED = "[setup] installed packages in N s"
const BUILT = "[setup] built the site for LEDGER=local in N s"

describe("a first start", () => {
  it("installs and builds what it needs, with one line for each", () => {
    expect(setUp("start")).toEqual({ status: 0, said: [INSTALLED, BUILT], stdout: "" })
    expect(calls()).toEqual(["npm ci --omit=dev", ...BOTH])
  })

  it("leaves nothing to do for the second one, which is silent", () => {
    setUp("start")
    calls()
    expect(setUp("start")).toEqual({ status: 0, said: [], stdout: "" })
    expect(calls()).toEqual([])
  })

  it("is done by the first of concurrent operators' commands", () => {
    setUp("start")
    calls()
    expect(setUp("build").said).toEqual(["[setup] built the operators' commands in N s"])
    expect(calls()).toEqual([COMMANDS])
    expect(setUp("build").said).toEqual([])
  })
})

describe("packages", () => {
  it("for tests are installed when they are needed", () => {
    setUp("start")
    calls()
    expect(setUp("install").said).toEqual(["[setup] installed packages for tests in N s"])
    expect(calls()).toEqual(["npm install --no-save --include=dev"])
    expect(setUp("start").said).toEqual([])
  })

  it("for tests are kept where somebody installed them", () => {
    setUp("install")
    write("package-lock.json", JSON.stringify({ packages: { "": {}, "node_modules/vite": { version: "6.0.1" } } }))
    calls()
    expect(setUp("start").said).toEqual([INSTALLED, BUILT])
    expect(calls()).toEqual(["npm ci --include=dev", ...BOTH])
  })
})

describe("a failure", () => {
  it.each([
    ["no network", "npm error code ENOTFOUND", /^\[setup\] The package registry does not respond: .+ try again\.$/],
    ["a full disk", "npm error code ENOSPC", /^\[setup\] The disk is full: .+ try again\.$/]
  ])("is reported in one sentence, and a second try succeeds: %s", (_, fails, sentence) => {
    write("npm.json", JSON.stringify({ fails }))
    const { said, status, stdout } = setUp("start")
    expect(status).toBe(1)
    expect(stdout).toBe("")
    expect(said).toEqual([expect.stringMatching(sentence)])
    expect(calls()).toEqual(["npm ci --omit=dev"])
    rmSync(join(folder, "npm.json"))
    expect(setUp("start")).toEqual({ status: 0, said: [INSTALLED, BUILT], stdout: "" })
  })

  it("is shown as npm printed it if there is no sentence for it", () => {
    write("npm.json", JSON.stringify({ fails: "npm error code EUSAGE" }))
    expect(setUp("start")).toMatchObject({
      status: 1,
      said: ["npm error code EUSAGE", expect.stringMatching(/^\[setup\] "npm ci .+" failed/)]
    })
  })

  it("is found when npm succeeds without having installed everything, as on a full disk", () => {
    write("npm.json", JSON.stringify({ leavesOut: true }))
    const { said, status } = setUp("start")
    expect(status).toBe(1)
    expect(said).toEqual([
      expect.stringMatching(/^\[setup\] (npm did not install all packages|The disk is full): .+ try again\.$/)
    ])
    rmSync(join(folder, "npm.json"))
    expect(setUp("start")).toEqual({ status: 0, said: [INSTALLED, BUILT], stdout: "" })
  })

  it("is reported before anything is installed when npm is too old", () => {
    write("npm.json", JSON.stringify({ version: "6.14.18" }))
    expect(setUp("start")).toEqual({
      status: 1,
      said: ["[setup] npm 6.14.18 is too old: install npm 8.3 or newer (it comes with Node 18 and later)."],
      stdout: ""
    })
    expect(calls()).toEqual([])
  })
})

it.each(["SIGTERM", "SIGKILL"] as const)("a first build ended by %s is completed by the next start", async (signal) => {
  setUp("install")
  write("vite-waits", "")
  calls()
  const child = spawn(process.execPath, ["scripts/setup.mjs", "start"], {
    cwd: folder,
    env: environment(),
    detached: true
  })
  const ended = once(child, "exit")
  await expect
    .poll(() => existsSync(join(folder, "calls")) && readFileSync(join(folder, "calls"), "utf8").split("\n").length > 2)
    .toBe(true)
  // A terminal or a service manager ends the whole group.
  if (signal === "SIGKILL") process.kill(-Number(child.pid), signal)
  else child.kill(signal)
  await ended
  rmSync(join(folder, "vite-waits"))
  calls()
  expect(setUp("start").said).toEqual([BUILT])
  expect(calls()).toEqual(BOTH)
})

const brought = packageOf(process.platform, process.arch)
it.skipIf(brought === undefined)("Node 18 installs Node 24 and continues with it", () => {
  if (brought === undefined) return
  const file = join(folder, ".cache/node/node_modules", brought.name, brought.program)
  write("npm.json", JSON.stringify({ program: file, brings: `v${brought.version}` }))
  write("bin/node18", "#!/bin/sh\necho v18.20.4\n")
  chmodSync(join(folder, "bin/node18"), 0o755)
  const { said, status } = setUp("install", { npm_node_execpath: join(folder, "bin/node18") })
  expect(said).toEqual([
    "[setup] installed packages for tests in N s",
    `[setup] Node v18.20.4 is too old: fetched Node ${brought.version} into .cache/node (50 MB, once) in N s`
  ])
  expect(status).toBe(0)
  expect(spawnSync(join(folder, "node_modules/.bin/node"), { encoding: "utf8" }).stdout).toBe(`v${brought.version}\n`)
})
