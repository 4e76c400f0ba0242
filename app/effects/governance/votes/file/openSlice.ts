/** Opens the sealed ballots of a slice: some tens of milliseconds each. Loads pairings. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Either } from "effect"
import { type Choice, type Entry, isSealedBallot } from "../ballot/Ballot"
import { countable } from "../sealed/count"
import { isCopied, openContent } from "../sealed/SealedBody"
import type { Pace } from "./pace"
import type { Around, HowToOpen, OpenedSlice } from "./slices"

export const openSlice = async (
  pace: Pace,
  { entries, first }: { readonly entries: ReadonlyArray<Entry>; readonly first: number },
  { proposal }: Pick<Around, "proposal">,
  { closed, signature }: HowToOpen
): Promise<OpenedSlice> => {
  const bytes = hexToBytes(signature)
  const stay = new Set(closed)
  const choices: Array<Choice | null | undefined> = []
  const copied: Array<number> = []
  await pace.each(entries, ({ ballot }, at) => {
    if (ballot === null) return
    if (stay.has(first + at)) return void choices.push(undefined)
    const content = isSealedBallot(ballot)
      ? openContent(ballot.sealed, bytes, proposal.sealedBody, ballot)
      : Either.right(ballot)
    const counts = Either.flatMap(content, (found) => countable(proposal, found))
    choices.push(Either.isRight(counts) ? counts.right.choice : null)
    if (Either.isLeft(counts) && isCopied(counts.left)) copied.push(first + at)
  })
  return { choices, copied }
}
