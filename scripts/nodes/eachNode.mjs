/**
 * Tests the last commit on every supported Node: `npm run test:nodes`, or `npm run test:nodes -- 22.23.3` for one.
 *
 * For each it does what a newcomer does, in a folder of its own: `npm start` until the site is ready; then the unit
 * tests and three journeys.
 */
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { checkOut, environmentOf, firstStart } from "./freshStart.mjs"

const NODES = ["22.23.3", "24.21.0", "26.12.1"]
const JOURNEYS = ["signup", "proposals", "distribution"]

/** @param {string} version */
const tryNode = async (version) => {
  const cwd = checkOut("HEAD")
  try {
    const env = environmentOf(version)
    const ready = `ready after ${await firstStart(cwd, env)} s`
    /** @param {string} command @param {ReadonlyArray<string>} words */
    const run = (command, ...words) =>
      spawnSync(command, words, { cwd, env, stdio: "inherit" }).status === 0 ? "green" : "RED"
    const unit = run("npm", "run", "unit")
    // Installs a browser, and builds the operators' commands.
    const prepared = run("node", "scripts/setup.mjs", "test")
    const journeys = prepared === "green" ? run("npm", "run", "test:e2e", "--", ...JOURNEYS) : prepared
    return { start: ready, unit, journeys }
  } catch (error) {
    return { start: String(error), unit: "-", journeys: "-" }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

/** @type {Record<string, Awaited<ReturnType<typeof tryNode>>>} */
const rows = {}
const asked = process.argv.slice(2)
for (const version of asked.length > 0 ? asked : NODES) rows[`Node ${version}`] = await tryNode(version)
console.table(rows)
if (Object.values(rows).some(({ journeys, unit }) => unit !== "green" || journeys !== "green")) process.exit(1)
