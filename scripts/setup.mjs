/**
 * Runs before `npm start`, `npm test` and the operator's commands, on a machine that may have nothing but Node: brings a
 * newer Node where the installed one is too old, installs packages when the lock file changed, builds the server and its
 * commands when sources or the mode changed, and for tests finds a browser and a Postgres.
 *
 * Node built-ins only. Usage: node scripts/setup.mjs install | build [--force] | test
 */
import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { isTooOld, packageOf } from "./node.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const ledger = process.env.LEDGER || "local"
const lockStamp = join(root, "node_modules/.installed-from")
const buildFolder = join(root, "build", ledger)
const buildStamp = join(buildFolder, ".built-from")
/** Everything a build reads. */
const sources = [
  "app",
  "public",
  "server.ts",
  "scripts/chunks.ts",
  "scripts/commands",
  "scripts/licences.ts",
  "scripts/shortcuts",
  "vite.config.ts",
  "remix.config.js",
  "tsconfig.json",
  "package-lock.json"
]

/** @param {string} message */
const say = (message) => console.error(`[setup] ${message}`)

/** @param {string} command @param {ReadonlyArray<string>} words */
const run = (command, ...words) => execFileSync(command, words, { cwd: root, stdio: ["ignore", "inherit", "inherit"] })

/** @param {string} path @returns {Array<string>} every file below it, in one order everywhere */
const filesBelow = (path) =>
  !existsSync(path)
    ? []
    : statSync(path).isFile()
      ? [path]
      : readdirSync(path)
          .sort()
          .flatMap((name) => filesBelow(join(path, name)))

/** @param {ReadonlyArray<string>} names */
const fingerprint = (names) => {
  const hash = createHash("sha256")
  for (const file of names.flatMap((name) => filesBelow(join(root, name)))) {
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  }
  return hash.digest("hex")
}

/** @param {string} stamp @param {string} value */
const isCurrent = (stamp, value) => existsSync(stamp) && readFileSync(stamp, "utf8") === value

const install = () => {
  const lock = fingerprint(["package.json", "package-lock.json"])
  if (isCurrent(lockStamp, lock)) return
  say("installing packages")
  run("npm", "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error")
  writeFileSync(lockStamp, lock)
}

/**
 * The embedded database needs a newer Node than some systems have. Where npm runs with such a one, a pinned newer one is
 * fetched once and linked as `node` among the packages' commands: npm puts that folder first in the path of its scripts.
 */
const bringNode = () => {
  const own = process.env.npm_node_execpath ?? process.execPath
  const version = spawnSync(own, ["--version"], { encoding: "utf8" }).stdout.trim()
  const link = join(root, "node_modules/.bin/node")
  if (!isTooOld(version)) return rmSync(link, { force: true })
  const wanted = packageOf(process.platform, process.arch)
  if (wanted === undefined) {
    say(`Node ${version} is too old, and there is no newer one to fetch for this system: install Node 22 or newer.`)
    process.exit(1)
  }
  const folder = join(root, ".cache/node")
  const program = join(folder, "node_modules", wanted.name, wanted.program)
  if (
    !existsSync(program) ||
    spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim() !== `v${wanted.version}`
  ) {
    say(`Node ${version} is too old: fetching Node ${wanted.version} into .cache/node (50 MB, once)`)
    mkdirSync(folder, { recursive: true })
    run(
      "npm",
      "install",
      "--prefix",
      folder,
      "--no-save",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `${wanted.name}@${wanted.version}`
    )
  }
  process.env.PATH = `${dirname(program)}${delimiter}${process.env.PATH}`
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(program, link)
}

/** @param {boolean} force */
const build = (force) => {
  const state = `${ledger} ${fingerprint(sources)}`
  if (!force && isCurrent(buildStamp, state)) return
  say(`building for LEDGER=${ledger}`)
  rmSync(buildStamp, { force: true })
  run(join(root, "node_modules/.bin/remix"), "vite:build", "--logLevel", "warn")
  run(join(root, "node_modules/.bin/vite"), "build", "-c", "scripts/commands/vite.config.ts")
  mkdirSync(buildFolder, { recursive: true })
  writeFileSync(buildStamp, state)
}

/** Debian's packages, where this user may install them. @param {ReadonlyArray<string>} packages */
const installDebian = (...packages) => {
  if (process.getuid?.() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) return false
  say(`installing ${packages.join(" and ")} from Debian`)
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  /** @type {import("node:child_process").SpawnSyncOptions} */
  const quiet = { env, stdio: ["ignore", "ignore", "inherit"] }
  spawnSync("apt-get", ["update", "-qq"], quiet)
  return spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], quiet).status === 0
}

const prepareTests = async () => {
  const { findChromium, headlessShell } = await import("./chromium.mjs")
  if (!existsSync(headlessShell)) installDebian("chromium-headless-shell")
  if (findChromium() === undefined && !installDebian("chromium")) {
    say("fetching a Chromium of Playwright's own")
    run(join(root, "node_modules/.bin/playwright"), "install", "chromium")
  }
  if (!existsSync("/usr/lib/postgresql") && !installDebian("postgresql")) {
    say("no Postgres here: the repository tests run on SQLite only")
  }
}

if (process.env.NODE_ENV === "production" && !process.env.LEDGER) {
  say("NODE_ENV=production needs LEDGER=stokenet (or LEDGER=local, said openly)")
  process.exit(1)
}
if (ledger !== "local" && ledger !== "stokenet") {
  say(`LEDGER is "${ledger}"; it can be "local" or "stokenet"`)
  process.exit(1)
}

const [task, ...flags] = process.argv.slice(2)
install()
bringNode()
if (task === "build") build(flags.includes("--force"))
if (task === "test") {
  build(false)
  await prepareTests()
}
