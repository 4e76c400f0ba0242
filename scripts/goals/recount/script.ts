/** `scripts/verify.mjs` as a process of its own: its time, and its use of processor and memory, read from /proc. */
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"

export interface Run {
  readonly seconds: number
  /** Of all its threads. */
  readonly cpuSeconds: number
  /** Peak of resident memory, MiB. */
  readonly memory: number
}

const LOOK_MS = 20
/** Clock ticks a second (getconf CLK_TCK), 100 on every Linux. */
const TICKS = 100
const KIBIBYTES = 1_024

/** Null once the process has ended. */
const checkOne = (pid: number) => {
  try {
    const [, peak = "0"] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The fields after the name, which is in brackets: the 12th and 13th are utime and stime.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return { memory: Number(peak) / KIBIBYTES, cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS }
  } catch {
    return null
  }
}

/** Peak memory of a running process, MiB. */
export const peakOf = (pid: number): number => checkOne(pid)?.memory ?? 0

export const runScript = (path: string): Promise<Run> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = spawn(process.execPath, ["scripts/verify.mjs", path], { stdio: ["ignore", "pipe", "inherit"] })
    let [said, seen] = ["", { memory: 0, cpuSeconds: 0 }]
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString()
    })
    const timer = setInterval(() => {
      const now = checkOne(child.pid ?? 0)
      if (now !== null && now.memory > 0) seen = now
    }, LOOK_MS)
    child.once("exit", (code) => {
      clearInterval(timer)
      if (code === 0) resolve({ seconds: (performance.now() - begun) / 1_000, ...seen })
      else reject(new Error(`a valid file was refused: ${said.slice(0, 300)}`))
    })
  })
