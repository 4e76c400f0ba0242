/** Facts about a community as sentences. Pure: pages load this file. */

import type {
  GovernanceSettings,
  JoinPolicy,
  KindRules,
  ResultsVisibility,
  WeightMode
} from "~/effects/access/Community"
import { lentLimitOf } from "~/effects/access/lending"
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

/** "Joins at once". A token's symbol is known where it is the community's own. */
export const joiningInWords = ({ joinPolicy, joinToken, tokenResource, tokenSymbol }: Joining): string => {
  switch (joinPolicy) {
    case "open":
      return "Joins at once"
    case "approval":
      return "Joins by approval"
    case "invite":
      return "Joins by invitation"
    case "token":
      return joinToken !== null && joinToken.resource === tokenResource && tokenSymbol !== null
        ? `Joins with ${joinToken.minAmount} ${tokenSymbol}`
        : "Joins by token"
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
  afterClose: "After the close",
  sealed: "Sealed until after the close"
}

/** "168 h, quorum 25%, at least 66%": 50 means more than half, everything above at least that much (3.5.1). */
export const rulesInWords = ({ periodHours, quorumPct, thresholdPct }: KindRules): string =>
  [`${periodHours} h`, quorumPct === 0 ? "any quorum" : `quorum ${quorumPct}%`, thresholdWords(thresholdPct)].join(", ")

/** For communities of more than three members; smaller ones pay as their treasury holder sees fit. */
const payoutsInWords = ({ freePayout }: GovernanceSettings): string =>
  freePayout === undefined ? "Need a vote" : `Above ${readable(freePayout)} in 30 days need a vote`

const signersPayInWords = ({ signersPayWithoutVote }: GovernanceSettings): string =>
  signersPayWithoutVote === true ? "Need no vote" : "Need a vote as payouts do"

const lentInWords = (settings: GovernanceSettings): string => {
  const limit = lentLimitOf(settings)
  return limit === 0 ? "Votes cannot be lent" : limit === 100 ? "No limit" : `At most ${limit}% of all weight`
}

export const governanceFacts = (settings: GovernanceSettings): ReadonlyArray<readonly [name: string, fact: string]> => [
  ["Weight", weightNames[settings.weightMode]],
  ["Decision", rulesInWords(settings.kinds.decision)],
  ["Spending", rulesInWords(settings.kinds.spending)],
  ["Rule change", rulesInWords(settings.kinds.rule)],
  ["Election", rulesInWords(settings.kinds.election)],
  ["Who proposes", settings.proposerRole === "member" ? "Any member" : "Moderators and the owner"],
  ["Review", settings.reviewHours === 0 ? "None" : `${settings.reviewHours} h`],
  ["Bonds", settings.bondsNeedVote ? "Need a vote" : "Decided by the owner"],
  ["Payouts", payoutsInWords(settings)],
  ["Payments of several signers", signersPayInWords(settings)],
  ["Lent weight per person", lentInWords(settings)],
  ["Results shown", resultsNames[settings.resultsVisibility]]
]

/** So many ballots of equal weight are a quorum of so many members; at least one. */
export const ballotsNeeded = (members: number, quorumPct: number): number =>
  Math.max(1, Math.ceil((members * Math.round(quorumPct * 100)) / 10_000))

/** What the quorum of an ordinary decision means today, where every member counts the same. */
export const quorumInWords = (settings: GovernanceSettings, members: number): string | null => {
  if (settings.weightMode !== "member" || members === 0) return null
  const ballots = ballotsNeeded(members, settings.kinds.decision.quorumPct)
  return `With ${counted(members, "member")}, ${counted(ballots, "ballot")} ${ballots === 1 ? "makes" : "make"} a quorum for a decision.`
}
