/** A12, its first part: the memory of the built server once it is ready, started as `npm start` does, without demo data. */
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { atMost, type Goal } from "./goal"

const SERVER = "build/local/server/index.js"
/** Node's own options, as `npm start` gives them. */
const flags = (): ReadonlyArray<string> => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly scripts: { readonly start: string }
  }
  return scripts.start.match(/--\S+/g) ?? []
}
const PATIENCE_MS = 60_000
const SETTLE_MS = 2_000

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => (typeof address === "object" && address !== null ? resolve(address.port) : reject()))
    })
  })

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false
  )

const kB = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

export const memoryAfterStart: Goal = async () => {
  if (!existsSync(SERVER)) throw new Error(`There is no ${SERVER}: run npm run build first.`)
  const folder = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
  const port = await freePort()
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: folder, LEDGER: "local", SEED: "none" }
  const server = spawn(process.execPath, [...flags(), SERVER], {
    env: { ...env, NODE_ENV: "production" },
    stdio: "ignore"
  })
  const gone = new Promise((resolve) => server.once("exit", resolve))
  try {
    const end = Date.now() + PATIENCE_MS
    while (!(await isReady(port))) {
      if (Date.now() > end || server.exitCode !== null) throw new Error("The server did not become ready.")
      await pause(100)
    }
    await pause(SETTLE_MS)
    const pid = server.pid ?? 0
    const peak = Math.round(kB(pid, "VmHWM") / 1024)
    return atMost(Math.round(kB(pid, "VmRSS") / 1024), 120, `MiB resident after the start; peak ${peak} MiB`)
  } finally {
    server.kill("SIGTERM")
    await gone
    rmSync(folder, { recursive: true, force: true })
  }
}
