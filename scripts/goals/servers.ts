/**
 * The two servers that are compared: the product as `npm start` starts it, and HELLO, the bare Remix page of
 * tests/bench/hello served by remix-serve. Both run on ports of their own, and their caller stops them.
 */
import { execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { recorderOf } from "./profile/recording"

export interface Running {
  readonly origin: string
  readonly port: number
  readonly pid: number
  /** Milliseconds from spawning it to its first good response. */
  readonly readyAfter: number
  readonly stop: () => Promise<void>
  /** As a power cut would: nothing is finished. */
  readonly kill: () => Promise<void>
}

/** The build that is measured; TEST_BUILD names another one, as for the journeys. */
export const BUILD = `build/${process.env.TEST_BUILD ?? "local"}`
/** The same for a real ledger. */
const STOKENET_BUILD = process.env.TEST_BUILD === undefined ? "build/stokenet" : `${BUILD}-stokenet`
const TIMEOUT_MS = 60_000
const BETWEEN_LOOKS_MS = 5

export const freePort = () =>
  new Promise<number>((resolvePort, reject) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => (typeof address === "object" && address !== null ? resolvePort(address.port) : reject()))
    })
  })

/** Node's options, as `npm start` passes them. */
const flags = (): ReadonlyArray<string> => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly scripts: { readonly start: string }
  }
  return scripts.start.match(/--\S+/g) ?? []
}

const responds = (url: string) =>
  fetch(url).then(
    async (response) => {
      await response.arrayBuffer()
      return response.ok
    },
    () => false
  )

const start = async (
  words: ReadonlyArray<string>,
  check: string,
  port: number,
  env: Readonly<Record<string, string>>,
  cwd: string,
  afterwards: () => void
): Promise<Running> => {
  const begun = performance.now()
  const child = spawn(process.execPath, words, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port), HOST: "127.0.0.1", ...env },
    stdio: "ignore"
  })
  const gone = new Promise((end) => child.once("exit", end))
  const origin = `http://127.0.0.1:${port}`
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await gone
    afterwards()
  }
  // remix-serve waits for its connections, so HELLO is killed; it has nothing to finish.
  const stop = () => end(check === "/" ? "SIGKILL" : "SIGTERM")
  while (!(await responds(`${origin}${check}`))) {
    if (performance.now() - begun > TIMEOUT_MS || child.exitCode !== null) {
      await stop()
      throw new Error(`${words.at(-1)} did not become ready.`)
    }
    await pause(BETWEEN_LOOKS_MS)
  }
  return { origin, port, pid: child.pid ?? 0, readyAfter: performance.now() - begun, stop, kill: () => end("SIGKILL") }
}

/**
 * Starts the product. `folder` is its data folder; by default a temporary one.
 * @param more further settings, for example a PORT that has to be known before.
 */
export const startProduct = async (
  seed: "demo" | "none",
  folder?: string,
  more: Readonly<Record<string, string>> = {}
): Promise<Running> => {
  const build = more.LEDGER === "stokenet" ? STOKENET_BUILD : BUILD
  const server = `${build}/server/index.js`
  if (!existsSync(server)) throw new Error(`${server} does not exist: run npm run build first.`)
  const data = folder ?? mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  const recorder = recorderOf()
  const env = { DATA_DIR: data, LEDGER: "local", SEED: seed, ...recorder.env, ...more }
  const port = more.PORT === undefined ? await freePort() : Number(more.PORT)
  return start([...flags(), ...recorder.flags, server], "/readyz", port, env, process.cwd(), () => {
    if (folder === undefined) rmSync(data, { recursive: true, force: true })
  })
}

const SOURCE = "tests/bench/hello"
const HELLO = resolve(".cache/bench/hello")

/** Installs and builds HELLO if its sources changed. */
const prepareHello = () => {
  const files = ["package-lock.json", "vite.config.ts", "app/root.tsx", "app/routes/_index.tsx", "app/routes/ok.ts"]
  const hash = createHash("sha256")
  for (const file of [...files.map((name) => `${SOURCE}/${name}`), "package-lock.json"]) hash.update(readFileSync(file))
  const stamp = join(HELLO, ".built-from")
  const state = hash.digest("hex")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return
  rmSync(HELLO, { recursive: true, force: true })
  mkdirSync(HELLO, { recursive: true })
  cpSync(SOURCE, HELLO, { recursive: true })
  const run = (command: string, ...words: ReadonlyArray<string>) =>
    execFileSync(command, words, { cwd: HELLO, stdio: ["ignore", "ignore", "inherit"] })
  run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
  run(process.execPath, resolve("node_modules/@remix-run/dev/dist/cli.js"), "vite:build", "--logLevel", "error")
  writeFileSync(stamp, state)
}

export const startHello = async (): Promise<Running> => {
  prepareHello()
  const serve = join(HELLO, "node_modules/@remix-run/serve/dist/cli.js")
  return start([serve, "./build/server/index.js"], "/", await freePort(), {}, HELLO, () => undefined)
}

/** Milliseconds of processor time a process has used so far (proc(5): fields 14 and 15, in hundredths of a second). */
export const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}
