/**
 * When a payout needs a vote (R-T2): in a community of more than three members, above the amount it has set for itself;
 * unless it has, any amount does. What was paid of the same token without a vote in the last 30 days counts, so that a
 * large sum in small parts is still a large sum. Pure: pages load this.
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

/** `before`: paid of this token without a vote in the last 30 days. */
export const needsVote = (community: Deciding, total: string, before: string): boolean => {
  if (community.memberCount <= FREE_MEMBERS) return false
  const free = attosOf(freePayoutOf(community))
  // A list without a sound line yet pays nothing, and will pay something.
  return free === 0n || attosOf(total) + attosOf(before) > free
}

/** What the rule says of any payout, for the page that begins one. */
export const voteRuleWords = (members: number, freePayout: string): string => {
  if (members <= FREE_MEMBERS) return `No vote is needed: this community has ${FREE_MEMBERS} members or fewer.`
  return freePayout === "0"
    ? `A vote decides on every payout: this community has more than ${FREE_MEMBERS} members.`
    : `Up to ${readable(freePayout)} of a token is paid without a vote in ${FREE_DAYS} days, all payouts together; above that, a vote decides.`
}

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
