/** The built server as a process on one port, with one data folder. */
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { join } from "node:path"

export interface ServerProcess {
  /** Sends the signal and waits for the process to end. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>
}

type Options = {
  readonly port: number
  readonly dataDir: string
  readonly environment: Readonly<Record<string, string>>
  readonly print: (text: string) => void
}

/** Not a performance goal: a busy machine starts slowly. */
const READY_WITHIN_MS = 60_000

export const originOf = (port: number) => `http://127.0.0.1:${port}`

/** Listens on the port for a moment. Returns the port if it was free, undefined if it is taken; 0 picks any. */
export const probePort = (port: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.on("error", () => resolve(undefined))
    probe.listen(port, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : undefined))
    })
  })

export const freePort = async (): Promise<number> => {
  const port = await probePort(0)
  if (port === undefined) throw new Error("no port is free")
  return port
}

/** Starts the server and waits until it is ready; fails with its output. */
export const launch = async ({ dataDir, environment, port, print }: Options): Promise<ServerProcess> => {
  const child = spawn(
    process.execPath,
    [
      "--max-semi-space-size=8",
      "--v8-pool-size=1",
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
  const printed: Array<string> = []
  const heard = (chunk: unknown) => {
    printed.push(String(chunk))
    print(String(chunk))
  }
  child.stdout.on("data", heard)
  child.stderr.on("data", heard)
  const deadline = Date.now() + READY_WITHIN_MS
  // A kept-alive connection could be closed by the server just as a busy test uses it again.
  const isReady = () =>
    fetch(`${originOf(port)}/readyz`, { headers: { Connection: "close" } }).then(
      (response) => response.ok,
      () => false
    )
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`the server ended at start:\n${printed.join("")}`)
    if (Date.now() >= deadline) throw new Error(`not ready within ${READY_WITHIN_MS} ms:\n${printed.join("")}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    end: (signal) =>
      new Promise((resolve) => {
        // A process that a signal ended has no exit code.
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once("exit", () => resolve())
        child.kill(signal)
      })
  }
}
