/**
 * Decides when spending needs a vote, for every way of spending: in a community of more than three members, above the
 * amount it has set for itself (by default, any amount). Payments of the same token without a vote in the last 30 days
 * count as well, so that a large sum cannot be split into small parts. Pure: pages load this.
 */
import type { Community } from "~/effects/access/Community"
import { FREE_DAYS, SMALL_COMMUNITY } from "~/effects/access/rules"
import { readable } from "~/effects/base/amounts/readable"

type Deciding = Pick<Community, "memberCount" | "governance">

const PLACES = 18
/** The 10^-18ths of a validated decimal text. */
const attosOf = (amount: string): bigint => {
  const [whole = "0", part = ""] = amount.split(".")
  return BigInt(whole + part.padEnd(PLACES, "0").slice(0, PLACES))
}

/** Amount that needs no vote; decimal text. */
export const freePayoutOf = ({ governance }: Pick<Deciding, "governance">): string => governance.freePayout ?? "0"

/** Why something was paid without a vote: few members, a small amount, or a setting for payments of several signers. */
export const noVotes = ["few", "amount", "setting"] as const
export type NoVote = (typeof noVotes)[number]

interface Spending {
  /** `payment`: one that several signers make together. A list, recurring or not, is a `payout`. */
  readonly way: "payout" | "budget" | "payment"
  /** Decimal text. */
  readonly total: string
  /** Paid of this token without a vote in the last 30 days. */
  readonly before: string
}

/** Why a spending needs no vote; null if it needs one. The one rule for every way of spending. */
export const noVoteFor = (community: Deciding, { before, total, way }: Spending): NoVote | null => {
  if (community.memberCount <= SMALL_COMMUNITY) return "few"
  if (way === "payment" && community.governance.signersPayWithoutVote === true) return "setting"
  const free = attosOf(freePayoutOf(community))
  // A list without a valid line has a total of 0 now but will pay something, so 0 does not mean "small".
  return free === 0n || attosOf(total) + attosOf(before) > free ? null : "amount"
}

/** The rule for a payout. */
export const payoutNeedsVote = (community: Deciding, total: string, before: string): boolean =>
  noVoteFor(community, { way: "payout", total, before }) === null

/** The part about amounts, in words: the same for payouts, budgets and payments of several signers. */
export const amountRuleWords = (members: number, freePayout: string): string => {
  if (members <= SMALL_COMMUNITY) return `No vote is needed: this community has ${SMALL_COMMUNITY} members or fewer.`
  return freePayout === "0"
    ? `Every payout needs a vote, because this community has more than ${SMALL_COMMUNITY} members.`
    : `Up to ${readable(freePayout)} of a token can be paid without a vote in ${FREE_DAYS} days, counting all payouts, budgets and payments of several signers together; above that, a vote decides.`
}

/** The same for one payment of several signers. */
export const signersRuleWords = (members: number, freePayout: string, isSetFree: boolean): string => {
  if (members <= SMALL_COMMUNITY) return amountRuleWords(members, freePayout)
  if (isSetFree)
    return "No vote is needed, whatever the amount: the rules of this community let its signers pay without one."
  return freePayout === "0"
    ? "A passed vote has to approve exactly this payment, as with every payout."
    : `${amountRuleWords(members, freePayout)} The vote has to approve exactly this payment.`
}

const NO_VOTE: Readonly<Record<NoVote, string>> = {
  few: `No vote: the community had ${SMALL_COMMUNITY} members or fewer.`,
  amount: "No vote: the amount was small enough to need none.",
  setting: "No vote: the rules of the community let its signers pay without one."
}

/** Why one payment had no vote. `why` is null if that was not recorded. */
export const noVoteWords = (why: NoVote | null): string => (why === null ? "No vote." : NO_VOTE[why])

interface Reasons {
  readonly needsVote: boolean
  readonly isOwed: boolean
  readonly isVoted: boolean
  readonly members: number
  readonly freePayout: string
  readonly paidFreely: string
}

/** Whether this payout needs a vote, and why. */
export const voteReason = ({
  freePayout,
  isOwed,
  isVoted,
  members,
  needsVote: isNeeded,
  paidFreely
}: Reasons): string => {
  if (isVoted) return "Yes, and it has passed"
  if (isOwed) return "No, it is owed by the terms of its bond"
  if (members <= SMALL_COMMUNITY) return `No, ${SMALL_COMMUNITY} members or fewer`
  if (freePayout === "0") return `Yes, more than ${SMALL_COMMUNITY} members`
  const before = paidFreely === "0" ? "" : ` with ${readable(paidFreely)} of the last ${FREE_DAYS} days`
  return `${isNeeded ? "Yes, more" : "No, not more"} than ${readable(freePayout)}${before}`
}
