/**
 * Re-counting a file of a hundred thousand signed ballots with the stand-alone script, and the site's own checker on the
 * largest file it takes: ten times the ballots may take ten times as long, not a hundred times; and the checker lets the
 * page it runs in have its turn.
 */
import { checkFile, MAX_FILE_BYTES } from "~/effects/governance/votes/file/checkFile"
import { fileOf, testVoter, textOf } from "../../tests/effects/governance/votes/world"
import { check } from "../verify.mjs"
import { atMost, type Goal } from "./goal"

const BALLOTS = Number(process.env.BALLOTS ?? 100_000)
const TIMES = 10
/** Ten times as many, and a tenth more for what grows with the logarithm. */
const LIMIT = 11
/** Each voter votes so often. */
const VOTES = 5
const MEBIBYTE = 1024 * 1024

const textWith = (ballots: number) => {
  const voters = Array.from({ length: Math.ceil(ballots / VOTES) }, (_, n) => testVoter(`voter ${n}`))
  const casts = Array.from({ length: ballots }, (_, n) => ({
    voter: voters[n % voters.length] ?? testVoter("nobody"),
    choice: n % 3 === 0 ? "no" : "yes"
  }))
  return textOf(fileOf({ voters }, casts))
}

/** Milliseconds of processor time. */
const cpuNow = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1_000
}

const timeOf = (work: () => void) => {
  const begun = cpuNow()
  work()
  return cpuNow() - begun
}

/** The most processor time that was used before anything else had a turn, in milliseconds. */
const longestTurn = async (work: Promise<unknown>) => {
  let [longest, last, isOver] = [0, cpuNow(), false]
  const look = () => {
    longest = Math.max(longest, cpuNow() - last)
    last = cpuNow()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work
  isOver = true
  longest = Math.max(longest, cpuNow() - last)
  return longest
}

export const recountTime: Goal = async () => {
  const many = textWith(BALLOTS)
  const few = textWith(BALLOTS / TIMES)
  const right = (text: string) => () => {
    const { problems }: { readonly problems: ReadonlyArray<string> } = check(text)
    if (problems.length > 0) throw new Error(`a right file was refused: ${problems[0]}`)
  }
  const before = process.memoryUsage().rss
  const [short, long] = [timeOf(right(few)), timeOf(right(many))]
  const memory = (process.memoryUsage().rss - before) / MEBIBYTE
  const largest = textWith(
    Math.floor((few.length < MAX_FILE_BYTES ? 1 : MAX_FILE_BYTES / few.length) * (BALLOTS / TIMES))
  )
  const turn = await longestTurn(checkFile(largest))
  return atMost(
    Number((long / short).toFixed(2)),
    LIMIT,
    `times as long for ${TIMES} times the ballots: ${BALLOTS} (${Math.round(many.length / MEBIBYTE)} MiB) in ${(long / 1_000).toFixed(1)} s and ${memory.toFixed(0)} MiB more memory; the site's checker holds its page up for ${turn.toFixed(0)} ms at most on ${Math.round(largest.length / MEBIBYTE)} MiB`
  )
}
