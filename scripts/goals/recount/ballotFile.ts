/**
 * Ballot files of any size for measuring, really signed, by keys from fixed seeds. Made once and kept in `.cache`: the same
 * number is always the same bytes.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileOf, testVoter, textOf } from "../../../tests/effects/governance/votes/world"

/** Of ten ballots one is its voter's second. */
const AGAIN = 10
/** So that the last of many is in time, too. */
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
  // Whole or not at all: who stops this begins anew.
  writeFileSync(`${path}.part`, textOf(fileOf({ voters }, casts, MS_APART)))
  renameSync(`${path}.part`, path)
}

/** Where a file of so many ballots is. */
export const ballotFileOf = (ballots: number): string => {
  const path = join(".cache/recount", `${ballots}.json`)
  if (!existsSync(path)) write(ballots, path)
  return path
}
