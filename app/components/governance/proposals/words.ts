/** Names and short sentences that all pages of proposals share. Pure. */
import type { ResultsVisibility, WeightMode } from "~/effects/access/Community"
import type { TieRuleName } from "~/effects/governance/proposals/sealedViews"
import type { Participation } from "~/effects/governance/proposals/views"
import type { VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { hasTransfers, sidesOf } from "~/effects/governance/votes/proposal/voteTypes"
import { readVotes, showVotes } from "~/effects/governance/votes/weight"

/** How each type is counted, in a sentence (docs/product/votes.md). */
export const countingWords: Readonly<Record<VoteType, string>> = {
  basic: "Yes against No; abstentions count for the quorum only.",
  consent:
    "Consent against objections, each of which needs a reason and is answered; at 100, one objection stops it. Abstentions count for the quorum only.",
  single: "Each voter chooses one; the most votes win.",
  approval: "Each voter ticks as many as they like; the most ticks win. There is no threshold.",
  ranked:
    "Instant run-off: the last choice is eliminated and its votes transfer, until one has more than half. There is no threshold.",
  score5: "Each voter gives every choice 0 to 5; the highest total wins. There is no threshold.",
  score10: "Each voter gives every choice 0 to 10; the highest total wins. There is no threshold.",
  weighted: "Each voter divides 100 points; the most points win. There is no threshold.",
  quadratic:
    "Each voter has 100 credits; 1 point costs 1, 2 cost 4, 3 cost 9, and so on. The most points win. There is no threshold.",
  dates:
    "Each voter says Yes, If need be or No to each time. Most Yes wins; of times level in Yes, most together with If need be; then the earliest. There is no threshold. Delegated votes are not used, since only you know when you can come."
}

const TRANSFERS =
  "Single transferable vote: each candidate with the quota is elected, and a surplus transfers at a fraction. Without a surplus the last candidate is eliminated and their votes transfer, until all seats are filled. There is no threshold."

type Counted = Parameters<typeof hasTransfers>[0]

export const countingOf = (vote: Counted): string => (hasTransfers(vote) ? TRANSFERS : countingWords[vote.voteType])

/** How ties of a ranked vote are decided, before and after the opening (docs/votes.md, "Ties"). */
const tieRuleWords: Readonly<Record<TieRuleName, string>> = {
  soon: "Ties: the choice with fewest votes in the latest earlier round in which they differ is eliminated. If no round tells them apart, a draw with the public beacon after the close decides, or without a beacon the order of the list. If the last two are level, the vote is a tie.",
  draw: "Ties: the choice with fewest votes in the latest earlier round in which they differ is eliminated; if no round tells them apart, a draw with the public beacon after the close decides. If the last two are level, the vote is a tie.",
  list: "Ties: the choice with fewest votes in the latest earlier round in which they differ is eliminated; if no round tells them apart, the later one in the list is, since this site had no beacon when voting opened. If the last two are level, the vote is a tie.",
  before:
    "Ties: the choice with fewer first choices is eliminated; if those are level too, the later one in the list is."
}

const BY_ROUNDS =
  "Ties: of choices level at the bottom, the one with fewest votes in the latest earlier round in which they differ is eliminated; of level surpluses, the one with most votes there transfers first."

const seatTieWords: Readonly<Record<Exclude<TieRuleName, "before">, string>> = {
  soon: `${BY_ROUNDS} If no round tells them apart, a draw with the public beacon after the close decides, or without a beacon the order of the list.`,
  draw: `${BY_ROUNDS} If no round tells them apart, a draw with the public beacon after the close decides.`,
  list: `${BY_ROUNDS} If no round tells them apart, the order of the list decides, since this site had no beacon when voting opened: the later is eliminated, the earlier transfers first.`
}

export const tieRuleOf = (vote: Counted, rule: TieRuleName): string =>
  hasTransfers(vote) && rule !== "before" ? seatTieWords[rule] : tieRuleWords[rule]

export const hasThreshold = (voteType: VoteType): boolean => voteType === "single" || sidesOf(voteType) !== null

export const weightWords: Readonly<Record<WeightMode, string>> = {
  member: "One member, one vote",
  assigned: "Assigned to each member",
  token: "Tokens held at the snapshot",
  sqrt: "Square root of tokens held at the snapshot"
}

export const visibilityWords: Readonly<Record<ResultsVisibility, string>> = {
  always: "Shown always",
  afterVote: "Shown after you vote",
  afterClose: "Shown after the close",
  sealed: "Sealed until after the close"
}

/** "the quorum of 20% is met", "20% are needed" */
export const quorumWords = ({ quorumPct, quorumReached }: Participation): string => {
  if (quorumPct === 0) return quorumReached ? "one ballot was enough" : "at least one ballot is needed"
  return quorumReached ? `the quorum of ${quorumPct}% is met` : `a quorum of ${quorumPct}% is needed`
}

/** The same with the share reached: "The quorum of 20% is met with 42.9%." */
export const quorumSentence = ({ pct, quorumPct, quorumReached }: Participation, isOver: boolean): string => {
  const [is, so] = isOver ? ["was", "it was"] : ["is", "so far it is"]
  if (quorumPct === 0) return quorumReached ? "" : `At least one ballot ${is} needed.`
  return quorumReached
    ? `The quorum of ${quorumPct}% ${is} met with ${pct}%.`
    : `A quorum of ${quorumPct}% ${is} needed; ${so} ${pct}%.`
}

/** Exact decimals, formatted for people. */
export const shownVotes = (decimal: string): string => showVotes(readVotes(decimal))

/** Unit of the voting power in this vote: "OMF", "votes". */
export const unitOf = (weightMode: WeightMode, tokenSymbol: string | null): string =>
  weightMode === "token" ? (tokenSymbol ?? "tokens") : "votes"

export const FILES_HINT = "Anyone who can read the proposal can read it. Files can change until voting opens."
