/**
 * `npm run goal -- ID`: measures one goal of docs/goals.md and prints `{goal, value, limit, ok}` as one line of JSON.
 * `npm run goals` measures all of them and prints a table; `npm run goals -- --against REF` compares two revisions.
 * Goals are benchmarks and fault tests, and not part of `npm test`.
 */
import { against } from "./goals/against/against"
import { restoreDrill } from "./goals/backups/restore"
import { upgradeDrill } from "./goals/backups/upgrade"
import { ballotFileMemory } from "./goals/ballotFile"
import { beforeTouch } from "./goals/beforeTouch"
import { busyThread } from "./goals/busyThread"
import { anonymousPage } from "./goals/cached"
import { closings } from "./goals/closings"
import { connectorSize } from "./goals/connector"
import { bondDrill, escrowDrill, payoutDrill } from "./goals/drills"
import { escrowPayout } from "./goals/escrowPayout"
import { fuzz } from "./goals/fuzz"
import type { Goal } from "./goals/goal"
import { growth, growthPostgres } from "./goals/growth"
import { insidePage } from "./goals/inside"
import { insideTimes } from "./goals/insideTimes"
import { journeys } from "./goals/journeys"
import { compileSpeed, settleSpeed } from "./goals/ledgerSpeed"
import { lighthouse } from "./goals/lighthouse"
import { localEndpoints } from "./goals/localEndpoints"
import { memoryUnderBodies } from "./goals/memory"
import { mixedLoad } from "./goals/mix"
import { doubleSubmits, lostUpdates } from "./goals/posts"
import { pressToEvent } from "./goals/presses"
import { randomBytesRead } from "./goals/reader"
import { recountTime } from "./goals/recount"
import { rollingRestart } from "./goals/rolling/restarts"
import { effectInFirstLoad, guardedLoadSize } from "./goals/scripts"
import { sealedMeanwhile } from "./goals/sealedMeanwhile"
import { sealedOpening } from "./goals/sealedOpening"
import { sealing } from "./goals/sealing"
import { signInCrypto } from "./goals/signIn"
import { memoryAfterStart, startTime } from "./goals/start"
import { fullDiskDrill, lockDrill, postgresDrill, readOnlyDrill, storageDrill } from "./goals/storage/drills"
import { killDrill, killPostgresDrill } from "./goals/storage/kills"
import { longestTurns } from "./goals/turns"
import { vitals } from "./goals/vitals"
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
  A6: lighthouse,
  A7: vitals,
  A8: insideTimes,
  A9: insidePage,
  A10: anonymousPage,
  A11: mixedLoad,
  A12: memoryAfterStart,
  A13: startTime,
  A14: growth,
  "A14-postgres": growthPostgres,
  A16: signInCrypto,
  A17: voteIntake,
  A18: pressToEvent,
  B2: doubleSubmits,
  B3: lostUpdates,
  B6: wrongProofs,
  B7: wrongBallots,
  B11: journeys(
    ["public-pages", "security"],
    "security headers|nonce of its own|any look|style attribute",
    "headers on every answer, a nonce each, no violation reported on any public page"
  ),
  B12: hostileTexts,
  C1: journeys(
    ["public-", "wizard-looks", "connect-button"],
    "axe|looks",
    "axe on every public page, the wizard and the connect button, both themes, three widths"
  ),
  C4: journeys(
    ["public-pages", "wizard-looks"],
    "any look|pictures change|first picture",
    "the pictures, and every public page with reduced motion"
  ),
  C6: journeys(
    ["public-pages", "site", "explore"],
    "[Ww]ithout JavaScript",
    "every public page, the forms, the gate and the directory without JavaScript"
  ),
  C9: journeys(["public-pages"], "html-validate", "html-validate on every page of the sitemap"),
  "D-18": localEndpoints,
  "parked-payout": escrowPayout,
  "payout-drill": payoutDrill,
  "bond-drill": bondDrill,
  "parked-drill": escrowDrill,
  "busy-thread": busyThread,
  closings,
  "storage-drill": storageDrill,
  "storage-lock": lockDrill,
  "storage-full": fullDiskDrill,
  "storage-read-only": readOnlyDrill,
  "storage-postgres": postgresDrill,
  "storage-kill": killDrill,
  "storage-kill-postgres": killPostgresDrill,
  restore: restoreDrill,
  upgrade: upgradeDrill,
  "rolling-restart": rollingRestart,
  fuzz,
  "step-reload": journeys(
    ["step-reload"],
    ".",
    "each step signed with the page reloaded before the response, before the post, and after the server stored it"
  ),
  "ballot-file": ballotFileMemory,
  memory: memoryUnderBodies,
  turns: longestTurns,
  recount: recountTime,
  "sealed-opening": sealedOpening,
  "sealed-meanwhile": sealedMeanwhile,
  sealing,
  "ledger-compile": compileSpeed,
  "ledger-reader": randomBytesRead,
  "ledger-settle": settleSpeed
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
