/**
 * Ballot files of any size for benchmarks, really signed, by keys from fixed seeds. Created once and cached in
 * `.cache`: the same number always gives the same bytes.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileOf, testVoter, textOf } from "../../../tests/effects/governance/votes/world"

/** One of ten ballots is its voter's second. */
const AGAIN = 10
/** Close enough that the last of many is in time, too. */
const MS_APART = 4
const CHOICES = ["yes", "no", "yes", "abstain", "yes"] as const

const write = (ballots: number, path: string) => {
  const voters = Array.from({ length: Math.ceil(ballots - ballots / AGAIN) }, (_, n) => testVoter(`voter ${n}`))
  const casts = Array.from({ length: ballots }, (_, n) => ({
    voter: voters[n % voters.length] ?? testVoter("nobody"),
    choice: CHOICES[n % CHOICES.length] ?? "yes",
    reason: n % 7 === 0 ? "Because of the “second” evening." : ""
  }))
  mkdirSync(dirname(path), { recursive: true })
  // Renamed when complete: an interrupted run starts over.
  writeFileSync(`${path}.part`, textOf(fileOf({ voters }, casts, MS_APART)))
  renameSync(`${path}.part`, path)
}

/** Path of a file with this many ballots. */
export const ballotFileOf = (ballots: number): string => {
  const path = join(".cache/recount", `${ballots}.json`)
  if (!existsSync(path)) write(ballots, path)
  return path
}
