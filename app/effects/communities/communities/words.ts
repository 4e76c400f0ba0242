/** Facts about a community as sentences. Pure: pages load this file. */

import type {
  GovernanceSettings,
  JoinPolicy,
  KindRules,
  ResultsVisibility,
  WeightMode
} from "~/effects/access/Community"
import { delegationLimitOf } from "~/effects/access/delegation"
import { FREE_DAYS } from "~/effects/access/rules"
import { thresholdWords } from "~/effects/access/threshold"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"

export const policyNames: Readonly<Record<JoinPolicy, string>> = {
  open: "Open",
  approval: "By approval",
  token: "By token",
  invite: "By invitation"
}

interface Joining {
  readonly joinPolicy: JoinPolicy
  readonly joinToken: { readonly resource: string; readonly minAmount: string } | null
  readonly tokenResource: string | null
  readonly tokenSymbol: string | null
}

/** "Open to anyone". The symbol is known only if the token is the community's own. */
export const joiningInWords = ({ joinPolicy, joinToken, tokenResource, tokenSymbol }: Joining): string => {
  switch (joinPolicy) {
    case "open":
      return "Open to anyone"
    case "approval":
      return "Approval required"
    case "invite":
      return "Invitation only"
    case "token":
      return joinToken !== null && joinToken.resource === tokenResource && tokenSymbol !== null
        ? `Requires ${joinToken.minAmount} ${tokenSymbol}`
        : "Token required"
  }
}

export const weightNames: Readonly<Record<WeightMode, string>> = {
  member: "One member, one vote",
  token: "By token held",
  sqrt: "By square root of tokens held",
  assigned: "Assigned to each member"
}
export const resultsNames: Readonly<Record<ResultsVisibility, string>> = {
  always: "Always",
  afterVote: "After you vote",
  afterClose: "After the vote closes",
  sealed: "Sealed until the vote closes"
}

const periodInWords = (hours: number): string => (hours % 24 === 0 ? counted(hours / 24, "day") : `${hours} h`)

/** "7 days, 25% quorum, at least 66%": 50 means more than half, every other number at least that much. */
export const rulesInWords = ({ periodHours, quorumPct, thresholdPct }: KindRules): string =>
  [
    periodInWords(periodHours),
    quorumPct === 0 ? "no quorum" : `${quorumPct}% quorum`,
    thresholdWords(thresholdPct)
  ].join(", ")

/** Applies to communities of more than three members; in smaller ones the treasury pays without a vote. */
const payoutsInWords = ({ freePayout }: GovernanceSettings): string =>
  freePayout === undefined ? "Need a vote" : `Above ${readable(freePayout)} in ${FREE_DAYS} days need a vote`

const signersPayInWords = ({ signersPayWithoutVote }: GovernanceSettings): string =>
  signersPayWithoutVote === true ? "Need no vote" : "Need a vote, like payouts"

const delegatedInWords = (settings: GovernanceSettings): string => {
  const limit = delegationLimitOf(settings)
  return limit === 0 ? "Votes cannot be delegated" : limit === 100 ? "No limit" : `${limit}% of all voting power`
}

export const governanceFacts = (settings: GovernanceSettings): ReadonlyArray<readonly [name: string, fact: string]> => [
  ["Voting power", weightNames[settings.weightMode]],
  ["Decision", rulesInWords(settings.kinds.decision)],
  ["Spending", rulesInWords(settings.kinds.spending)],
  ["Rule change", rulesInWords(settings.kinds.rule)],
  ["Election", rulesInWords(settings.kinds.election)],
  ["Who can propose", settings.proposerRole === "member" ? "Any member" : "Moderators and the owner"],
  ["Review", settings.reviewHours === 0 ? "None" : `${settings.reviewHours} h`],
  ["Bonds", settings.bondsNeedVote ? "Need a vote" : "Decided by the owner"],
  ["Payouts", payoutsInWords(settings)],
  ["Multisig payments", signersPayInWords(settings)],
  ["Delegation cap", delegatedInWords(settings)],
  ["When results are shown", resultsNames[settings.resultsVisibility]]
]

/** How many ballots of equal weight are a quorum of this many members; at least one. */
export const ballotsNeeded = (members: number, quorumPct: number): number =>
  Math.max(1, Math.ceil((members * Math.round(quorumPct * 100)) / 10_000))

/**
 * What the quorum of an ordinary decision means at the present number of members; null unless each member has one vote.
 */
export const quorumInWords = (settings: GovernanceSettings, members: number): string | null => {
  if (settings.weightMode !== "member" || members === 0) return null
  const ballots = ballotsNeeded(members, settings.kinds.decision.quorumPct)
  return `With ${counted(members, "member")}, at least ${ballots} must vote on a decision.`
}
