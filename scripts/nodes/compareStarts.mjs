/**
 * Measures the first start of two revisions alternately: `node scripts/nodes/compareStarts.mjs BEFORE [AFTER] [NODE]`,
 * the seconds from a fresh checkout to `/readyz`, three times each. `ROUNDS` sets how often; npm's cache stays as it
 * is.
 */
import { rmSync } from "node:fs"
import { checkOut, environmentOf, firstStart } from "./freshStart.mjs"

const [before, after = "HEAD", node = "22.23.3"] = process.argv.slice(2)
if (before === undefined) throw new Error("name the revision to compare with")
const env = environmentOf(node)
/** @type {Record<string, Array<number>>} */
const seconds = { [before]: [], [after]: [] }
for (let round = 0; round < Number(process.env.ROUNDS ?? 3); round++) {
  for (const revision of [before, after]) {
    const folder = checkOut(revision)
    seconds[revision]?.push(await firstStart(folder, env))
    rmSync(folder, { recursive: true, force: true })
  }
}
/** @param {string} revision */
const median = (revision) =>
  (seconds[revision] ?? []).sort((a, b) => a - b)[Math.floor((seconds[revision] ?? []).length / 2)] ?? 0
console.info(JSON.stringify({ node, seconds, ratio: Number((median(after) / median(before)).toFixed(2)) }))
