/**
 * A server that pays a list is killed (SIGKILL) a hundred times, at any moment, and started again on what it left on
 * disk. In the end everybody has exactly what the plans say. The killed one is this very program, told so by its
 * environment.
 */
import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { lifeOf } from "../../tests/effects/distributions/drill"
import { atMost, type Goal, type Outcome } from "./goal"

const KILLS = Number(process.env.PAYOUT_KILLS ?? 100)
/** Longest life after the start, milliseconds; a batch takes about a tenth of it. */
const LONGEST_LIFE = 600
const READY = "ready to pay"

const killed = (file: string) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [process.argv[1] ?? "", "payout-drill"], {
      env: { ...process.env, PAYOUT_DRILL: file },
      stdio: ["ignore", "pipe", "inherit"]
    })
    child.stdout.on("data", (text: Buffer) => {
      if (text.toString().includes(READY)) setTimeout(() => child.kill("SIGKILL"), randomInt(LONGEST_LIFE))
    })
    child.on("exit", (code, signal) =>
      signal === "SIGKILL" ? resolve() : reject(new Error(`a life ended by itself with ${code}`))
    )
  })

export const payoutDrill: Goal = async (): Promise<Outcome> => {
  const own = process.env.PAYOUT_DRILL
  if (own !== undefined) {
    await lifeOf(own, false, () => process.stdout.write(`${READY}\n`))
    return atMost(0, 0)
  }
  const folder = mkdtempSync(join(tmpdir(), "payout-drill-"))
  const file = join(folder, "drill.sqlite")
  try {
    for (let kill = 0; kill < KILLS; kill++) await killed(file)
    const { runs, wrong } = await lifeOf(file, true, () => undefined)
    return atMost(wrong, 0, `accounts that hold another amount than planned, after ${KILLS} kills in ${runs} runs`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
