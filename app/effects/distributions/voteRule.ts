/**
 * When a payout needs a vote (product 3.6.7, R-T2): in a community of more than three members, above the amount it has
 * set for itself; unless it has, any amount does. Counted for each payout, in the token it pays. Pure: pages load this.
 */
import type { Community } from "../communities/Community"
import { readable } from "../treasury/view"
import { FREE_MEMBERS } from "./limits"

type Deciding = Pick<Community, "memberCount" | "governance">

const PLACES = 18
/** Of a decimal text that was checked before: its 10^-18ths. */
const attosOf = (amount: string): bigint => {
  const [whole = "0", part = ""] = amount.split(".")
  return BigInt(whole + part.padEnd(PLACES, "0").slice(0, PLACES))
}

/** Up to this, nobody is asked; a decimal text. */
export const freePayoutOf = ({ governance }: Pick<Deciding, "governance">): string => governance.freePayout ?? "0"

export const needsVote = (community: Deciding, total: string): boolean => {
  if (community.memberCount <= FREE_MEMBERS) return false
  const free = attosOf(freePayoutOf(community))
  // A list without a sound line yet pays nothing, and will pay something.
  return free === 0n || attosOf(total) > free
}

/** What the rule says of any payout, for whoever begins one. */
export const voteRuleWords = (members: number, freePayout: string): string => {
  if (members <= FREE_MEMBERS) return `No vote is needed: this community has ${FREE_MEMBERS} members or fewer.`
  return freePayout === "0"
    ? `A vote decides on every payout: this community has more than ${FREE_MEMBERS} members.`
    : `Up to ${readable(freePayout)} of a token is paid without a vote; above that, a vote decides.`
}

/** Whether this one does, and why. */
export const voteReason = (isNeeded: boolean, members: number, freePayout: string): string => {
  const limit = members <= FREE_MEMBERS || freePayout === "0" ? null : readable(freePayout)
  if (isNeeded) return limit === null ? `Yes, more than ${FREE_MEMBERS} members` : `Yes, more than ${limit}`
  return limit === null ? `No, ${FREE_MEMBERS} members or fewer` : `No, not more than ${limit}`
}
