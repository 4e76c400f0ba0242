/** Names of what a template holds. Pure. */
import type { FieldKind } from "~/effects/governance/proposal-templates/Template"
import type { ProposalKind, VoteType } from "~/effects/governance/votes/proposal/Proposal"

export const fieldKindWords: Readonly<Record<FieldKind, string>> = {
  line: "Short text",
  text: "Long text",
  number: "Number or amount",
  date: "Date",
  member: "Member"
}

export const kindWords: Readonly<Record<ProposalKind, string>> = {
  decision: "Decision",
  spending: "Spending",
  rule: "Rule change",
  election: "Election"
}

export const voteTypeWords: Readonly<Record<VoteType, string>> = {
  basic: "Yes or no",
  single: "One of several",
  approval: "Any of several",
  ranked: "Ranked",
  weighted: "100 points",
  quadratic: "Quadratic points"
}
