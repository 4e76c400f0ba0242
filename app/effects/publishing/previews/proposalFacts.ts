/** Facts of a vote for its preview picture: only what any visitor may see (docs/product/publishing.md). Pure. */

import { shareBeside } from "~/effects/access/exactThreshold"
import { kindNames } from "~/effects/access/proposalKinds"
import { percentAbout, thresholdWords } from "~/effects/access/threshold"
import { shareText } from "~/effects/base/amounts/readable"
import { inUtc } from "~/effects/base/text/moments"
import { isOpenNow, stateOf, turnoutWords } from "~/effects/governance/proposals/stateWords"
import type { ProposalCard, Results } from "~/effects/governance/proposals/views"
import { sidesOf } from "~/effects/governance/votes/proposal/voteTypes"
import { readVotes } from "~/effects/governance/votes/weight"
import type { Facts, Share, ShownResult } from "./Facts"

/** Bars that fit into a picture. */
const BARS = 3

type Sides = NonNullable<ReturnType<typeof sidesOf>>
type ShownVotes = Extract<Results, { readonly shown: true }>

const votesOf = ({ lines }: ShownVotes, key: string): bigint =>
  readVotes(lines.find((line) => line.key === key)?.votes ?? "0")

/**
 * Yes and No of the votes that count. Yes is rounded down, so that it never appears to reach a threshold that it
 * missed; No is the rest.
 */
const split = (results: ShownVotes, sides: Sides, threshold: ProposalCard["thresholdPct"]): ShownResult => {
  const [yes, no] = [votesOf(results, sides.for.key), votesOf(results, sides.against.key)]
  const counted = yes + no
  const share = Number((yes * 1000n) / counted)
  const parts: ReadonlyArray<Share> = [
    { label: sides.for.label, share, words: shareBeside(threshold, yes, counted), style: "for" },
    { label: sides.against.label, share: 1000 - share, words: `${shareText(1000 - share, no > 0n)}%`, style: "against" }
  ]
  return {
    kind: "split",
    parts,
    needed: { at: Math.round(percentAbout(threshold) * 10), words: `Needs ${thresholdWords(threshold)}` }
  }
}

/** Most votes first; winners come before other choices with as many. */
const bars = ({ lines }: ShownVotes): ShownResult => {
  const byVotes = [...lines].sort((one, other) => {
    const [a, b] = [readVotes(one.votes), readVotes(other.votes)]
    return a === b ? Number(other.wins) - Number(one.wins) : a > b ? -1 : 1
  })
  const left = lines.length - BARS
  return {
    kind: "bars",
    bars: byVotes.slice(0, BARS).map(({ label, pct, wins }) => ({
      label,
      share: Math.round(Number.parseFloat(pct.replace("< ", "")) * 10),
      words: `${pct}%`,
      style: wins ? "for" : "soft"
    })),
    more: left <= 0 ? "" : left === 1 ? "and 1 other choice" : `and ${left} other choices`
  }
}

/** The deciding last round of a ranked count: the remaining choices, winners first, as shares of what counts there. */
const lastRound = ({ final, lines }: ShownVotes): ShownResult | null => {
  const round = final?.rounds.at(-1)
  if (final == null || round === undefined || final.rounds.length < 2) return null
  const votes = round.votes.map((each) => ({ ...each, votes: readVotes(each.votes) }))
  const counted = votes.reduce((sum, each) => sum + each.votes, 0n)
  if (counted === 0n) return null
  const wins = (key: string) => Number(final.winners.includes(key))
  const hidden = final.winners.length - BARS
  const share = (part: bigint) => Number((part * 1000n) / counted)
  return {
    kind: "bars",
    bars: votes
      .sort(
        (one, other) =>
          wins(other.key) - wins(one.key) || (one.votes === other.votes ? 0 : one.votes > other.votes ? -1 : 1)
      )
      .slice(0, BARS)
      .map(({ key, votes: part }) => ({
        label: lines.find((line) => line.key === key)?.label ?? key,
        share: share(part),
        words: `${shareText(share(part), part > 0n)}%`,
        style: wins(key) === 1 ? "for" : "soft"
      })),
    more: `${hidden > 0 ? `and ${hidden} more elected · ` : ""}Last of ${final.rounds.length} rounds`
  }
}

const resultOf = ({ results, thresholdPct, voteType }: ProposalCard): ShownResult => {
  if (results === null) return { kind: "words", words: "Voting has not begun." }
  if (!results.shown) return { kind: "words", words: results.words }
  if (results.lines.every(({ voters }) => voters === 0)) return { kind: "words", words: "No votes yet." }
  if (voteType === "ranked") return lastRound(results) ?? bars(results)
  const sides = sidesOf(voteType)
  if (sides === null) return bars(results)
  return votesOf(results, sides.for.key) + votesOf(results, sides.against.key) === 0n
    ? { kind: "words", words: "Abstentions only." }
    : split(results, sides, thresholdPct)
}

const moment = (at: number): string => `${inUtc("moment", at)} UTC`

const timeOf = (card: ProposalCard, now: number): string => {
  if (card.status === "review") return `Voting opens ${moment(card.opensAt)}`
  if (isOpenNow(card, now)) return `Closes ${moment(card.closesAt)}`
  if (card.status !== "cancelled") return `Voting closed ${moment(card.closesAt)}`
  return card.closedAt === null ? "" : `Cancelled ${moment(card.closedAt)}`
}

/** @param card as a visitor without their own vote sees it. */
export const proposalFacts = (card: ProposalCard, community: string, now: number): Facts => {
  const { state = "plain", word } = stateOf(card, now)
  return {
    eyebrow: `Proposal ${card.number} · ${kindNames[card.kind]}`,
    title: card.title,
    otherTitle: `Proposal ${card.number}`,
    community,
    state: { word, tone: state },
    time: timeOf(card, now),
    result: resultOf(card),
    note: card.participation === null ? "" : turnoutWords(card.participation)
  }
}
