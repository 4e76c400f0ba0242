/** A running server for one test worker: the built product, a port and a temporary data folder. */
import { cpSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { quickFolder } from "../quickFolder"
import { seededDemo } from "./seeded-demo"
import { freePort, launch, originOf, type ServerProcess } from "./server-process"

export interface RunningServer {
  readonly origin: string
  readonly dataDir: string
  /** Its output so far. */
  readonly log: () => string
  readonly stop: () => Promise<void>
  /** Kills the process as a power cut would, then starts another one on the same data and port. */
  readonly crashAndRestart: () => Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** With SEED=demo the data is a copy of a whole demonstration; otherwise the folder is empty. */
const placeFor = async (environment: Environment) => {
  const dataDir = mkdtempSync(join(quickFolder, "commonhold-"))
  if (environment.SEED !== "demo") return { dataDir, port: await freePort() }
  const { folder, port } = await seededDemo()
  cpSync(folder, dataDir, { recursive: true })
  return { dataDir, port }
}

export const startServer = async (environment: Environment = {}): Promise<RunningServer> => {
  const { dataDir, port } = await placeFor(environment)
  const printed: Array<string> = []
  const log = () => printed.join("")
  const start = (): Promise<ServerProcess> =>
    launch({ dataDir, environment, port, print: (text) => printed.push(text) })
  let running = await start()
  return {
    origin: originOf(port),
    dataDir,
    log,
    stop: async () => {
      await running.end("SIGTERM")
      rmSync(dataDir, { recursive: true, force: true })
    },
    crashAndRestart: async () => {
      await running.end("SIGKILL")
      running = await start()
    }
  }
}
