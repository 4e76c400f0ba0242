/**
 * Parts of the bar that shows a vote's tally (docs/product/publishing.md). Pure; shows nothing while results are
 * hidden.
 */

import type { Part } from "~/components/base/charts/fills"
import type { Tick } from "~/components/base/charts/vote-bar"
import { shareBeside } from "~/effects/access/exactThreshold"
import { percentAbout, type Threshold, thresholdWords } from "~/effects/access/threshold"
import type { ProposalCard, ResultLine, Results } from "~/effects/governance/proposals/views"
import { tallyDates } from "~/effects/governance/votes/count/dates"
import { sidesOf } from "~/effects/governance/votes/proposal/voteTypes"
import { readVotes } from "~/effects/governance/votes/weight"

type Sides = NonNullable<ReturnType<typeof sidesOf>>
type Shown = Extract<Results, { readonly shown: true }>

export const votesOf = (lines: ReadonlyArray<ResultLine>, key: string): bigint =>
  readVotes(lines.find((line) => line.key === key)?.votes ?? "0")

/** Yes and No as shares of the votes that count for the threshold; abstentions are listed without a share. */
export const basicParts = ({ lines }: Shown, sides: Sides): ReadonlyArray<Part> => {
  const yes = votesOf(lines, sides.for.key)
  const counted = yes + votesOf(lines, sides.against.key)
  // Yes is rounded down so that it never seems to reach a threshold that it has missed; No is the rest.
  const yesTenths = counted === 0n ? 0 : Number((yes * 1000n) / counted)
  return lines.map(({ key, label, shown }): Part => {
    const fill = key === sides.for.key ? "for" : key === sides.against.key ? "against" : "abstain"
    const tenths = { for: yesTenths, against: counted === 0n ? 0 : 1000 - yesTenths, abstain: 0 }[fill]
    return { fill, letter: label.slice(0, 1), word: label, share: tenths / 10, amount: shown }
  })
}

/** "69.2%", with enough decimals to tell it from the threshold. */
export const yesShare = ({ lines }: Shown, sides: Sides, threshold: Threshold): string => {
  const yes = votesOf(lines, sides.for.key)
  return shareBeside(threshold, yes, yes + votesOf(lines, sides.against.key))
}

export const thresholdTick = (threshold: Threshold): Tick => {
  const words = thresholdWords(threshold)
  return { at: percentAbout(threshold), text: `${words.charAt(0).toUpperCase()}${words.slice(1)}` }
}

/**
 * The bar of a card with its threshold; null while results are hidden, before the first ballot, and for other vote
 * types.
 */
export const cardBar = ({ results, thresholdPct, voteType }: CardOfBar) => {
  const sides = sidesOf(voteType)
  if (results === null || !results.shown || sides === null) return null
  const parts = basicParts(results, sides)
  if (parts.every(({ share }) => share === 0)) return null
  const name = parts.filter(({ fill }) => fill !== "abstain").map(({ share, word }) => `${word} ${share} percent`)
  return { name: `${name.join(", ")} of the counted votes`, parts, threshold: thresholdTick(thresholdPct) }
}

type CardOfBar = Pick<ProposalCard, "results" | "thresholdPct" | "voteType">

/** "Yes 69.2%", "Close-Up leads with 41.0%" or the result; null while results are hidden. */
export const tallyText = ({ results, thresholdPct, voteType }: CardOfBar): string | null => {
  if (results === null) return null
  if (!results.shown) return results.words.replace(/\.$/, "")
  const sides = sidesOf(voteType)
  if (results.final !== null && results.final.winners.length > 0 && sides === null) {
    return `Result: ${labels(results.lines, results.final.winners)}`
  }
  if (voteType === "dates") return leadingTime(results.lines)
  if (results.lines.every(({ voters }) => voters === 0)) return "No votes yet"
  if (sides !== null) return `${sides.for.label} ${yesShare(results, sides, thresholdPct)}`
  const first = results.lines.reduce((best, line) => (readVotes(line.votes) > readVotes(best.votes) ? line : best))
  return `${first.label} leads with ${first.pct}%`
}

/** "Thu 24 Dec 2026 leads with 3 Yes" */
const leadingTime = (lines: ReadonlyArray<ResultLine>): string => {
  const { winner } = tallyDates(
    lines.map(({ ifNeedBe, key, votes }) => ({ key, yes: readVotes(votes), ifNeedBe: readVotes(ifNeedBe ?? "0") }))
  )
  const first = lines.find(({ key }) => key === winner)
  return first === undefined ? "No time suits anybody yet" : `${first.label} leads with ${first.shown} Yes`
}

/** Sorted by votes, most first; equal ones stay in the order of the list. */
export const byVotes = (lines: ReadonlyArray<ResultLine>): ReadonlyArray<ResultLine> =>
  [...lines].sort((one, other) => {
    const [more, less] = [readVotes(other.votes), readVotes(one.votes)]
    return more > less ? 1 : more < less ? -1 : 0
  })

export const labels = (lines: ReadonlyArray<ResultLine>, keys: ReadonlyArray<string>): string =>
  keys.map((key) => lines.find((line) => line.key === key)?.label ?? key).join(", ")
