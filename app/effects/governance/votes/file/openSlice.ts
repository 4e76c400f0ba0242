/** The sealed ballots of a slice, opened: some tens of milliseconds each. Loads pairings. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { type Choice, type Entry, isSealedBallot } from "../ballot/Ballot"
import { countable } from "../sealed/count"
import { openContent } from "../sealed/SealedBody"
import type { Pace } from "./pace"
import type { Around } from "./sliceWork"

/** @param signature of the round, hex. Choices in their order, null of what is spoilt. */
export const openSlice = async (
  pace: Pace,
  entries: ReadonlyArray<Entry>,
  { proposal }: Pick<Around, "proposal">,
  signature: string
): Promise<ReadonlyArray<Choice | null>> => {
  const bytes = hexToBytes(signature)
  const choices: Array<Choice | null> = []
  await pace.each(entries, ({ ballot }) => {
    if (ballot === null) return
    const content = isSealedBallot(ballot) ? openContent(ballot.sealed, bytes) : Either.right(ballot)
    const counts = Either.flatMap(content, (found) => countable(proposal, found))
    choices.push(Either.isRight(counts) ? counts.right.choice : null)
  })
  return choices
}
