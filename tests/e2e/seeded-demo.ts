/**
 * The demonstration, created once for each of the run's workers and copied for each of their files: creating it takes
 * the server seven seconds of processor time. Its ledger, receipts and e-mails name the origin where it was created, so
 * its copies are served from the same port.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort, launch, originOf, probePort } from "./server-process"

export interface SeededDemo {
  readonly folder: string
  readonly port: number
}

/** Environment variable with the folder of the demonstrations; the runner sets it, and its workers inherit it. */
export const DEMOS = "TEST_DEMOS"

/** Not a performance goal: each of the workers creates one at the same time. */
const WHOLE_WITHIN_MS = 240_000

/** Its transactions follow some seconds after the start; until the last of them every page has a notice. */
const isWhole = async (origin: string) => {
  const response = await fetch(origin)
  return response.ok && !(await response.text()).includes("The demonstration is still being set up")
}

const make = async (folder: string): Promise<number> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const server = await launch({ dataDir: folder, environment: { SEED: "demo" }, port, print: () => {} })
  const deadline = Date.now() + WHOLE_WITHIN_MS
  while (!(await isWhole(originOf(port)))) {
    if (Date.now() >= deadline) throw new Error(`the demonstration was not whole within ${WHOLE_WITHIN_MS} ms`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await server.end("SIGTERM")
  return port
}

/** The demonstration of this worker's index; one worker at a time has it. */
export const seededDemo = async (): Promise<SeededDemo> => {
  const { [DEMOS]: demos, TEST_PARALLEL_INDEX: index } = process.env
  if (demos === undefined || index === undefined) throw new Error("the demonstration is for workers of a run")
  const place = join(demos, index)
  const folder = join(place, "data")
  const kept = join(place, "port")
  if (existsSync(kept)) {
    const port = Number(readFileSync(kept, "utf8"))
    if ((await probePort(port)) === port) return { folder, port }
  }
  rmSync(kept, { force: true })
  const port = await make(folder)
  writeFileSync(kept, String(port))
  return { folder, port }
}
