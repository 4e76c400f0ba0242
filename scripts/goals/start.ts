/**
 * Benchmarks of the start, docs/goals.md A12 and A13: the memory of the built server once it is ready, as `npm start`
 * starts it, without demo data; and how long the start takes, compared with HELLO's.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { atMost, type Goal, median } from "./goal"
import { startHello, startProduct } from "./servers"

const SETTLE_MS = 2_000

const kB = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])

export const memoryAfterStart: Goal = async () => {
  const server = await startProduct("none")
  try {
    await pause(SETTLE_MS)
    const peak = Math.round(kB(server.pid, "VmHWM") / 1024)
    return atMost(Math.round(kB(server.pid, "VmRSS") / 1024), 160, `MiB resident after the start; peak ${peak} MiB`)
  } finally {
    await server.stop()
  }
}

const RUNS = 11
/** Milliseconds, of a start with an existing database. */
const LIMIT = 1_000

/** Interleaved: a fresh folder with its migrations, the same folder again, HELLO. */
export const startTime: Goal = async () => {
  const times: Array<{ readonly first: number; readonly later: number; readonly hello: number }> = []
  const timeOf = async (server: ReturnType<typeof startHello>) => {
    const { readyAfter, stop } = await server
    await stop()
    return readyAfter
  }
  await timeOf(startHello())
  for (let n = 0; n < RUNS; n++) {
    const folder = mkdtempSync(join(tmpdir(), "commonhold-goal-"))
    try {
      times.push({
        first: await timeOf(startProduct("none", folder)),
        later: await timeOf(startProduct("none", folder)),
        hello: await timeOf(startHello())
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  const [first, later, hello] = (["first", "later", "hello"] as const).map((part) =>
    median(times.map((time) => time[part]))
  ) as [number, number, number] // one for each of the three names
  return atMost(
    Math.round(later),
    LIMIT,
    `ms of a second start to the first answer; with migrations ${Math.round(first)} ms; HELLO ${Math.round(hello)} ms`
  )
}
