/**
 * Benchmark `election` of docs/goals.md: an election of four seats among ten candidates with 300,000 ballots, one a
 * line, read from its BLT file and counted by the Scottish rules, as `/verify` does it. In processor time, which includes the
 * collector's threads.
 */
import { countBlt } from "~/effects/governance/votes/elections/countElection"
import { atMost, type Goal, median } from "./goal"
import { numbersFrom } from "./numbers"

const BALLOTS = Number(process.env.BALLOTS ?? 300_000)
const CANDIDATES = 10
const SEATS = 4
const ROUNDS = Number(process.env.ROUNDS ?? 5)
const LIMIT_SECONDS = 3

/** A first preference that leans to the first candidates, then the others in any order, up to any length. */
const ballotFrom = (next: () => number) => {
  const left = Array.from({ length: CANDIDATES }, (_, n) => n + 1)
  const ranks = Array.from({ length: 1 + Math.floor(next() * CANDIDATES) }, () =>
    left.splice(Math.floor(left.length * next() ** 2), 1)
  )
  return `1 ${ranks.flat().join(" ")} 0`
}

export const electionTime: Goal = async () => {
  const next = numbersFrom(11)
  const names = Array.from({ length: CANDIDATES }, (_, n) => `"Candidate ${n + 1}"`)
  const ballots = Array.from({ length: BALLOTS }, () => ballotFrom(next))
  const text = [`${CANDIDATES} ${SEATS}`, ...ballots, "0", ...names, '"A board"', ""].join("\n")
  const [seconds, elapsed]: readonly [Array<number>, Array<number>] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const [begun, clock] = [process.cpuUsage(), performance.now()]
    const { verdict } = countBlt(text)
    elapsed.push((performance.now() - clock) / 1_000)
    const { system, user } = process.cpuUsage(begun)
    seconds.push((system + user) / 1_000_000)
    if (!verdict.startsWith("Counted by our rules")) throw new Error(verdict)
  }
  const note = `seconds of processor time to read and count ${BALLOTS} ballots (${Math.round(text.length / 1_000_000)} MB), the median of ${ROUNDS}; ${median(elapsed).toFixed(2)} by the clock`
  return atMost(Number(median(seconds).toFixed(2)), LIMIT_SECONDS, note)
}
