/**
 * When spending needs a vote (R-T2), for every way of it: in a community of more than three members, above the amount it
 * has set for itself; unless it has, any amount does. What was paid of the same token without a vote in the last 30 days
 * counts, so that a large sum in small parts is still a large sum. Pure: pages load this.
 */
import type { Community } from "~/effects/access/Community"
import { readable } from "~/effects/base/amounts/readable"
import { FREE_DAYS, FREE_MEMBERS } from "./limits"

type Deciding = Pick<Community, "memberCount" | "governance">

const PLACES = 18
/** Of a decimal text that was checked before: its 10^-18ths. */
const attosOf = (amount: string): bigint => {
  const [whole = "0", part = ""] = amount.split(".")
  return BigInt(whole + part.padEnd(PLACES, "0").slice(0, PLACES))
}

/** Up to this, nobody is asked; a decimal text. */
export const freePayoutOf = ({ governance }: Pick<Deciding, "governance">): string => governance.freePayout ?? "0"

/** Why something is paid without a vote: few members, a small amount, or a setting about payments of several signers. */
export const noVotes = ["few", "amount", "setting"] as const
export type NoVote = (typeof noVotes)[number]

interface Spending {
  /** `payment`: one that several signers make together. A list, standing or not, is a payout. */
  readonly way: "payout" | "budget" | "payment"
  /** Decimal text. */
  readonly total: string
  /** Paid of this token without a vote in the last 30 days. */
  readonly before: string
}

/** The one rule that every way of spending is held to: why it needs no vote, null where one has to decide. */
export const noVoteFor = (community: Deciding, { before, total, way }: Spending): NoVote | null => {
  if (community.memberCount <= FREE_MEMBERS) return "few"
  if (way === "payment" && community.governance.signersPayWithoutVote === true) return "setting"
  const free = attosOf(freePayoutOf(community))
  // A list without a sound line yet pays nothing, and will pay something.
  return free === 0n || attosOf(total) + attosOf(before) > free ? null : "amount"
}

/** Of a payout. */
export const needsVote = (community: Deciding, total: string, before: string): boolean =>
  noVoteFor(community, { way: "payout", total, before }) === null

/** What the rule says of any payout, for the page that begins one. */
export const voteRuleWords = (members: number, freePayout: string): string => {
  if (members <= FREE_MEMBERS) return `No vote is needed: this community has ${FREE_MEMBERS} members or fewer.`
  return freePayout === "0"
    ? `A vote decides on every payout: this community has more than ${FREE_MEMBERS} members.`
    : `Up to ${readable(freePayout)} of a token is paid without a vote in ${FREE_DAYS} days, all payouts, budgets and payments of several signers together; above that, a vote decides.`
}

/** The same for one payment of several signers. */
export const signersRuleWords = (members: number, freePayout: string, isSetFree: boolean): string => {
  if (members <= FREE_MEMBERS) return voteRuleWords(members, freePayout)
  if (isSetFree)
    return "No vote is needed, whatever the amount: the rules of this community let its signers pay without one."
  return freePayout === "0"
    ? "A passed vote has to pay exactly this, as with every payout."
    : `${voteRuleWords(members, freePayout)} It has to pay exactly this.`
}

const NO_VOTE: Readonly<Record<NoVote, string>> = {
  few: `No vote: the community had ${FREE_MEMBERS} members or fewer.`,
  amount: "No vote: it was within the amount that needs none.",
  setting: "No vote: the rules of the community let its signers pay without one."
}

/** Of one payment that no vote decided. `why` is null where this was not written down. */
export const noVoteWords = (why: NoVote | null): string => (why === null ? "No vote." : NO_VOTE[why])

interface Reasons {
  readonly needsVote: boolean
  readonly isOwed: boolean
  readonly isVoted: boolean
  readonly members: number
  readonly freePayout: string
  readonly paidFreely: string
}

/** Whether this one does, and why. */
export const voteReason = ({
  freePayout,
  isOwed,
  isVoted,
  members,
  needsVote: isNeeded,
  paidFreely
}: Reasons): string => {
  if (isVoted) return "Yes, and it has passed"
  if (isOwed) return "No, the terms of its bond owe it"
  if (members <= FREE_MEMBERS) return `No, ${FREE_MEMBERS} members or fewer`
  if (freePayout === "0") return `Yes, more than ${FREE_MEMBERS} members`
  const before = paidFreely === "0" ? "" : ` with ${readable(paidFreely)} of the last ${FREE_DAYS} days`
  return `${isNeeded ? "Yes, more" : "No, not more"} than ${readable(freePayout)}${before}`
}
