/**
 * `npm run goal -- ID`: measures one goal of docs/goals.md and prints `{goal, value, limit, ok}` as one line of JSON.
 * `npm run goals` measures all of them and prints a table; `npm run goals -- --against REF` compares two revisions.
 * Goals are benchmarks and fault tests, and not part of `npm test`.
 */
import { against } from "./goals/against/against"
import { restoreTest } from "./goals/backups/restore"
import { upgradeTest } from "./goals/backups/upgrade"
import { beforeTouch } from "./goals/beforeTouch"
import { clickToEvent } from "./goals/clicks"
import { connectorSize } from "./goals/connector"
import { electionTime } from "./goals/election"
import { fuzz } from "./goals/fuzz"
import type { Goal } from "./goals/goal"
import { growth, growthPostgres } from "./goals/growth"
import { insidePage } from "./goals/inside"
import { insideTimes } from "./goals/insideTimes"
import { bondFaultTest, escrowFaultTest, payoutFaultTest } from "./goals/killTests"
import { listTime } from "./goals/lists"
import { localEndpoints } from "./goals/localEndpoints"
import { memoryUnderBodies } from "./goals/memory"
import { doubleSubmits, lostUpdates } from "./goals/posts"
import { recountTime } from "./goals/recount"
import { rollingRestart } from "./goals/rolling/restarts"
import { effectInFirstLoad, guardedLoadSize } from "./goals/scripts"
import { searchTimes } from "./goals/search"
import { memoryAfterStart, startTime } from "./goals/start"
import { fullDiskTest, lockTest, postgresTest, readOnlyTest, storageFaultTest } from "./goals/storage/faultTests"
import { killPostgresTest, killTest } from "./goals/storage/kills"
import { longestTurns } from "./goals/turns"
import { voteIntake } from "./goals/voteIntake"
import { pageWeight } from "./goals/weight"
import { wrongBallots } from "./goals/wrongBallots"
import { wrongProofs } from "./goals/wrongProofs"
import { hostileTexts } from "./goals/xss"

const goals: Readonly<Record<string, Goal>> = {
  A1: beforeTouch,
  A2: guardedLoadSize,
  A3: connectorSize,
  A4: pageWeight,
  A5: effectInFirstLoad,
  A8: insideTimes,
  A9: insidePage,
  A12: memoryAfterStart,
  A13: startTime,
  A14: growth,
  "A14-postgres": growthPostgres,
  A17: voteIntake,
  A18: clickToEvent,
  B2: doubleSubmits,
  B3: lostUpdates,
  B6: wrongProofs,
  B7: wrongBallots,
  B12: hostileTexts,
  "D-18": localEndpoints,
  "payout-faults": payoutFaultTest,
  "bond-faults": bondFaultTest,
  "escrow-faults": escrowFaultTest,
  "storage-faults": storageFaultTest,
  "storage-lock": lockTest,
  "storage-full": fullDiskTest,
  "storage-read-only": readOnlyTest,
  "storage-postgres": postgresTest,
  "storage-kill": killTest,
  "storage-kill-postgres": killPostgresTest,
  restore: restoreTest,
  upgrade: upgradeTest,
  "rolling-restart": rollingRestart,
  fuzz,
  memory: memoryUnderBodies,
  turns: longestTurns,
  search: searchTimes,
  lists: listTime,
  election: electionTime,
  recount: recountTime
}

const measure = async (id: string) => {
  const goal = goals[id]
  if (goal === undefined)
    return { goal: id, ok: false, note: `unknown goal; the goals are ${Object.keys(goals).join(", ")}` }
  try {
    return { goal: id, ...(await goal()) }
  } catch (error) {
    console.error(error)
    return { goal: id, ok: false, note: error instanceof Error ? error.message : String(error) }
  }
}

const measureAll = async (asked: string) => {
  const results = []
  for (const id of asked === "all" ? Object.keys(goals) : [asked]) results.push(await measure(id))
  if (asked === "all") console.table(results)
  else for (const result of results) console.info(JSON.stringify(result))
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
}

const [asked = "", option, ref = "HEAD", ...ids] = process.argv.slice(2)
if (option === "--against") against(ref, ids)
// Not awaited: chunks that a goal imports later share code with this file, and wait until it has run to its end.
else void measureAll(asked)
