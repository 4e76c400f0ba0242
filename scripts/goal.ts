/**
 * `npm run goal -- ID`: measures one goal of quality section 3 and prints `{goal, value, limit, ok}` as one line of JSON.
 * `npm run goals` measures all of them and prints a table. They are benchmarks and drills, no part of `npm test`.
 */
import { anonymousPage } from "./goals/cached"
import { connectorSize, pressToEvent } from "./goals/connector"
import type { Goal } from "./goals/goal"
import { compileSpeed, settleSpeed } from "./goals/ledgerSpeed"
import { localDoors } from "./goals/localDoors"
import { randomBytesRead } from "./goals/reader"
import { effectInFirstLoad, firstLoadSize } from "./goals/scripts"
import { signInCrypto } from "./goals/signIn"
import { memoryAfterStart, startTime } from "./goals/start"
import { wrongProofs } from "./goals/wrongProofs"

const goals: Readonly<Record<string, Goal>> = {
  A1: firstLoadSize,
  A3: connectorSize,
  A5: effectInFirstLoad,
  A10: anonymousPage,
  A12: memoryAfterStart,
  A13: startTime,
  A16: signInCrypto,
  A18: pressToEvent,
  B6: wrongProofs,
  "D-18": localDoors,
  "ledger-compile": compileSpeed,
  "ledger-reader": randomBytesRead,
  "ledger-settle": settleSpeed
}

const measure = async (id: string) => {
  const goal = goals[id]
  if (goal === undefined)
    return { goal: id, ok: false, note: `no such goal; there are ${Object.keys(goals).join(", ")}` }
  try {
    return { goal: id, ...(await goal()) }
  } catch (error) {
    return { goal: id, ok: false, note: error instanceof Error ? error.message : String(error) }
  }
}

const [asked = ""] = process.argv.slice(2)
const results = []
for (const id of asked === "all" ? Object.keys(goals) : [asked]) results.push(await measure(id))
if (asked === "all") console.table(results)
else for (const result of results) console.info(JSON.stringify(result))
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1
