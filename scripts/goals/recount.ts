/**
 * Re-counting a file of a hundred thousand signed ballots: with the stand-alone script, as a whole process, and on
 * `/verify` in Chromium. Ten times the ballots may take ten times as long, and the page stays responsive.
 */
import { availableParallelism } from "node:os"
import type { Goal } from "./goal"
import { ballotFileOf } from "./recount/ballotFile"
import { checkInPage } from "./recount/page"
import { runScript } from "./recount/script"

const BALLOTS = Number(process.env.BALLOTS ?? 100_000)
const TIMES = 10
/** Seconds for a hundred thousand ballots on two cores; milliseconds; MiB. */
const LIMITS = { script: 10, page: 30, turn: 50, memory: 1_024, ratio: 11 }

export const recountTime: Goal = async () => {
  const [many, few] = [ballotFileOf(BALLOTS), ballotFileOf(BALLOTS / TIMES)]
  const short = await runScript(few)
  const long = await runScript(many)
  const [page, alone] = await checkInPage([
    { path: many, isWithoutThreads: false },
    { path: few, isWithoutThreads: true }
  ])
  if (page === undefined || alone === undefined) throw new Error("no page was measured")
  const ratio = long.cpuSeconds / short.cpuSeconds
  const turn = Math.max(page.turn, alone.turn)
  const memory = Math.max(page.memory, long.memory)
  return {
    value: Number(long.seconds.toFixed(1)),
    limit: LIMITS.script,
    ok:
      long.seconds <= LIMITS.script &&
      page.seconds <= LIMITS.page &&
      turn <= LIMITS.turn &&
      memory <= LIMITS.memory &&
      ratio <= LIMITS.ratio,
    note:
      `seconds for ${BALLOTS} ballots by npm run verify on ${availableParallelism()} cores, ${long.cpuSeconds.toFixed(1)} of ` +
      `processor time, ${Math.round(long.memory)} MiB, ${ratio.toFixed(1)} times those of a tenth (${LIMITS.ratio}); in ` +
      `Chromium ${page.seconds.toFixed(1)} s (${LIMITS.page}), ${Math.round(page.memory)} MiB (${LIMITS.memory}), longest task ` +
      `of the page ${Math.round(page.turn)} ms of processor time (${LIMITS.turn}); a tenth of it without threads ` +
      `${alone.seconds.toFixed(1)} s, longest task ${Math.round(alone.turn)} ms`
  }
}
