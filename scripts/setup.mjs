/**
 * Runs before `npm start`, `npm test` and the operator's commands, on a machine that may have only Node: fetches a
 * newer Node if the installed one is too old, installs the packages that the task needs, builds what changed, and for
 * tests finds a browser and a Postgres. Prints one line for each thing it has done, or one sentence if it cannot.
 *
 * Node built-ins only. Usage: node scripts/setup.mjs start | build [--force] | install | test
 */
import { spawn, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { isTooOld, packageOf } from "./node.mjs"
import { hasTests, isInstalled, isNpmTooOld, reasonOf } from "./packages.mjs"

const root = join(dirname(fileURLToPath(import.meta.url)), "..")
const ledger = process.env.LEDGER || "local"
const buildFolder = join(root, "build", ledger)
/** Everything a build reads. */
const sources = [
  "app",
  "public",
  "server.ts",
  "scripts/bundle",
  "scripts/chunks.ts",
  "scripts/commands",
  "scripts/licences.ts",
  "vite.config.ts",
  "remix.config.js",
  "tsconfig.json",
  "package-lock.json"
]

/** @param {string} message */
const say = (message) => console.error(`[setup] ${message}`)

/** @param {string} sentence @returns {never} */
const giveUp = (sentence) => {
  say(sentence)
  process.exit(1)
}

/** @typedef {import("node:child_process").ChildProcess} Child */

/** @type {Set<Child>} */
const running = new Set()
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(1)
  })
}

/**
 * Runs a command, and prints its output only if it fails.
 * @param {string} command
 * @param {ReadonlyArray<string>} words
 * @param {(child: Child) => void} [started]
 */
const run = async (command, words, started) => {
  const child = spawn(command, words, { cwd: root, stdio: ["ignore", "pipe", "pipe", "ipc"] })
  running.add(child)
  let said = ""
  /** @param {unknown} part */
  const hear = (part) => {
    said += part
  }
  child.stdout?.on("data", hear)
  child.stderr?.on("data", hear)
  started?.(child)
  await once(child, "close").catch(hear)
  running.delete(child)
  if (child.exitCode === 0) return
  for (const other of running) other.kill()
  const reason = reasonOf(said)
  if (reason === undefined) console.error(said)
  giveUp(reason ?? `"${[command.split("/").at(-1), ...words].join(" ")}" failed with what is printed above.`)
}

/** @param {string} doing @param {string} done @param {() => Promise<unknown>} work */
const stage = async (doing, done, work) => {
  const since = performance.now()
  // A terminal shows the current stage in the line that will show its time.
  if (process.stderr.isTTY) process.stderr.write(`[setup] ${doing} …`)
  await work()
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[K")
  say(`${done} in ${Math.max(1, Math.round((performance.now() - since) / 1_000))} s`)
}

/** @param {string} path @returns {Array<string>} every file below it, in the same order on every system */
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

/** @param {string} file @returns {import("./packages.mjs").Packages} */
const packagesIn = (file) =>
  existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), "utf8")).packages : {}

/** npm writes it last, so an interrupted installation has none. */
const NOTED = "node_modules/.package-lock.json"
const QUIETLY = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
/** Without a network npm's default is to retry for minutes. */
const SOON = ["--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=5000"]
/** Bytes. With less left, a failure is due to the full disk. */
const FULL = 2 ** 24

const npmVersion = () => {
  const { status, stdout } = spawnSync("npm", ["--version"], { encoding: "utf8" })
  return status === 0 ? stdout.trim() : giveUp("npm is missing: install it (it comes with Node) and try again.")
}

/** @param {boolean} withTests */
const install = async (withTests) => {
  const [locked, installed] = [packagesIn("package-lock.json"), packagesIn(NOTED)]
  if (isInstalled(locked, installed, withTests)) return
  const version = npmVersion()
  if (isNpmTooOld(version))
    giveUp(`npm ${version} is too old: install npm 8.3 or newer (it comes with Node 18 and later).`)
  // If only the tests' packages are missing, they are added, and installed packages stay.
  const isAdded = withTests && isInstalled(locked, installed, false)
  const kind = withTests || hasTests(installed) ? "--include=dev" : "--omit=dev"
  await stage("installing packages", withTests ? "installed packages for tests" : "installed packages", async () => {
    await run("npm", [...(isAdded ? ["install", "--no-save"] : ["ci"]), kind, ...QUIETLY, ...SOON])
    // On a full disk npm leaves out packages or parts of them, and still exits with success.
    if (isInstalled(locked, packagesIn(NOTED), withTests)) return
    const { bavail, bsize } = statfsSync(root)
    giveUp(
      (bavail * bsize < FULL ? reasonOf("ENOSPC") : undefined) ??
        "npm did not install all packages: remove the folder node_modules and try again."
    )
  })
}

/**
 * The embedded database needs a newer Node than some systems have. If npm runs with such an old one, this fetches a
 * pinned newer one once and links it as `node` among the packages' commands: npm puts that folder first in the path of
 * its scripts.
 */
const bringNode = async () => {
  const own = process.env.npm_node_execpath ?? process.execPath
  const version = spawnSync(own, ["--version"], { encoding: "utf8" }).stdout.trim()
  const link = join(root, "node_modules/.bin/node")
  if (!isTooOld(version)) {
    // Without npm, this script may itself run on the fetched Node.
    if (!existsSync(link) || realpathSync(link) !== realpathSync(own)) rmSync(link, { force: true })
    return
  }
  const wanted = packageOf(process.platform, process.arch)
  if (wanted === undefined)
    return giveUp(
      `Node ${version} is too old, and there is no newer one to fetch for this system: install Node 22 or newer.`
    )
  const folder = join(root, ".cache/node")
  const program = join(folder, "node_modules", wanted.name, wanted.program)
  if (
    !existsSync(program) ||
    spawnSync(program, ["--version"], { encoding: "utf8" }).stdout?.trim() !== `v${wanted.version}`
  ) {
    mkdirSync(folder, { recursive: true })
    const name = `${wanted.name}@${wanted.version}`
    const done = `Node ${version} is too old: fetched Node ${wanted.version} into .cache/node (50 MB, once)`
    await stage(`fetching Node ${wanted.version}`, done, () =>
      run("npm", ["install", "--prefix", folder, "--no-save", ...QUIETLY, ...SOON, name])
    )
  }
  process.env.PATH = `${dirname(program)}${delimiter}${process.env.PATH}`
  mkdirSync(dirname(link), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(program, link)
}

/** @param {ReadonlyArray<string>} words @param {(child: Child) => void} [started] */
const runVite = (words, started) =>
  run(join(root, "node_modules/.bin/vite"), ["build", "--logLevel", "warn", ...words], started)

/**
 * Builds for the browser and for the server, on two cores. A message notifies the second when the first has finished.
 */
const buildSite = async () => {
  /** @type {Child | undefined} */
  let server
  const browser = runVite([]).then(() => server?.connected && server.send("built"))
  await Promise.all([browser, runVite(["--ssr"], (child) => (server = child))])
  for (const part of ["client", "server"]) rmSync(join(buildFolder, part, ".vite"), { recursive: true, force: true })
}

/** @param {{ readonly force: boolean, readonly withCommands: boolean }} how */
const build = async ({ force, withCommands }) => {
  const state = `${ledger} ${fingerprint(sources)}`
  /** @param {string} what @param {string} folder @param {() => Promise<unknown>} work */
  const make = async (what, folder, work) => {
    const stamp = join(folder, ".built-from")
    if (!force && isCurrent(stamp, state)) return
    rmSync(stamp, { force: true })
    await stage(`building ${what}`, `built ${what}`, work)
    writeFileSync(stamp, state)
  }
  await make(`the site for LEDGER=${ledger}`, buildFolder, buildSite)
  if (withCommands) {
    const words = ["-c", "scripts/commands/vite.config.ts"]
    await make("the operators' commands", join(buildFolder, "commands"), () => runVite(words))
  }
}

/** Installs Debian packages if this user may. @param {ReadonlyArray<string>} packages */
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
    await stage("fetching Playwright's Chromium", "fetched Playwright's Chromium", () =>
      run(join(root, "node_modules/.bin/playwright"), ["install", "chromium"])
    )
  }
  if (!existsSync("/usr/lib/postgresql") && !installDebian("postgresql")) {
    say("Postgres not found: the repository tests run on SQLite only")
  }
}

if (process.env.NODE_ENV === "production" && !process.env.LEDGER) {
  giveUp("NODE_ENV=production needs LEDGER=stokenet (or LEDGER=local, set explicitly)")
}
if (ledger !== "local" && ledger !== "stokenet") giveUp(`LEDGER is "${ledger}"; it can be "local" or "stokenet"`)

const [task, ...flags] = process.argv.slice(2)
await install(task === "install" || task === "test")
await bringNode()
if (task === "start") await build({ force: false, withCommands: false })
if (task === "build") await build({ force: flags.includes("--force"), withCommands: true })
if (task === "test") {
  await build({ force: false, withCommands: true })
  await prepareTests()
}
