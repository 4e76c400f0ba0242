/** A running server for one test worker: the built product, a free port and a data folder that is thrown away. */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { quickFolder } from "../quickFolder"

export interface RunningServer {
  readonly origin: string
  readonly dataDir: string
  /** Everything it printed so far. */
  readonly log: () => string
  readonly stop: () => Promise<void>
  /** Ends the process as a power cut would, then starts another one on the same data and port. */
  readonly crashAndRestart: () => Promise<void>
}

const READY_WITHIN_MS = 20_000

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0))
    })
  })

const untilReady = async (origin: string, child: ChildProcess, log: () => string) => {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended at start:\n${log()}`)
    const ready = await fetch(`${origin}/readyz`).then(
      (response) => response.ok,
      () => false
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the server was not ready within ${READY_WITHIN_MS} ms:\n${log()}`)
}

export const startServer = async (environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> => {
  const port = await freePort()
  const dataDir = mkdtempSync(join(quickFolder, "commonhold-"))
  const origin = `http://127.0.0.1:${port}`
  const printed: Array<string> = []
  const log = () => printed.join("")

  const launch = async () => {
    const child = spawn(
      process.execPath,
      [
        "--max-semi-space-size=4",
        "--max-old-space-size=384",
        `build/${process.env.TEST_BUILD ?? "local"}/server/index.js`
      ],
      {
        cwd: join(import.meta.dirname, "../.."),
        env: {
          PATH: process.env.PATH,
          NODE_ENV: "production",
          LEDGER: "local",
          PORT: String(port),
          DATA_DIR: dataDir,
          SEED: "none",
          PRACTICE_WALLET: "off",
          ...environment
        },
        stdio: ["ignore", "pipe", "pipe"]
      }
    )
    child.stdout.on("data", (chunk) => printed.push(String(chunk)))
    child.stderr.on("data", (chunk) => printed.push(String(chunk)))
    await untilReady(origin, child, log)
    return child
  }
  const end = (child: ChildProcess, signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null) return resolve()
      child.once("exit", () => resolve())
      child.kill(signal)
    })

  let child = await launch()
  return {
    origin,
    dataDir,
    log,
    stop: async () => {
      await end(child, "SIGTERM")
      rmSync(dataDir, { recursive: true, force: true })
    },
    crashAndRestart: async () => {
      await end(child, "SIGKILL")
      child = await launch()
    }
  }
}
