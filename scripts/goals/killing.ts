/**
 * Fault test: kills a working server (SIGKILL) a hundred times at random moments, and restarts it on what is on disk;
 * the last one finishes and counts what is wrong. The killed process is this program, selected by its environment.
 */
import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { atMost, type Goal, type Outcome } from "./goal"

interface KillTest {
  /** The goal's id, with which the killed process is started. */
  readonly id: string
  /** Continues where the last life ended, and works until it is killed or, if it is the last, has finished. */
  readonly life: (
    file: string,
    isLast: boolean,
    ready: () => void
  ) => Promise<{ readonly runs: number; readonly wrong: number }>
  /** What counts as wrong. */
  readonly words: string
}

/** Fewer are for trying out a fault test. */
export const KILLS = Number(process.env.KILLS ?? 100)
/** Longest life after the start, in milliseconds; a batch takes about a tenth of it. */
const LONGEST_LIFE = Number(process.env.LONGEST_LIFE ?? 600)
const READY = "ready to work"
const FILE = "KILL_DRILL_FILE"

const killed = (id: string, file: string) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [process.argv[1] ?? "", id], {
      env: { ...process.env, [FILE]: file },
      stdio: ["ignore", "pipe", "inherit"]
    })
    child.stdout.on("data", (text: Buffer) => {
      if (text.toString().includes(READY)) setTimeout(() => child.kill("SIGKILL"), randomInt(LONGEST_LIFE))
    })
    child.on("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve() : reject(new Error(`a life exited unexpectedly with ${code}`))
    )
  })

export const killingTest =
  ({ id, life, words }: KillTest): Goal =>
  async (): Promise<Outcome> => {
    const own = process.env[FILE]
    if (own !== undefined) {
      await life(own, false, () => process.stdout.write(`${READY}\n`))
      return atMost(0, 0)
    }
    const folder = mkdtempSync(join(tmpdir(), `${id}-`))
    const file = join(folder, "faults.sqlite")
    try {
      for (let kill = 0; kill < KILLS; kill++) await killed(id, file)
      const { runs, wrong } = await life(file, true, () => undefined)
      return { ...atMost(wrong, 0, `${words}, after ${KILLS} kills in ${runs} runs`), ok: wrong === 0 && runs > 0 }
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
