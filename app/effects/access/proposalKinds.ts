/** The kinds of proposals that each community has rules for, and what they are called. Pure. */

export const proposalKinds = ["decision", "spending", "rule", "election"] as const

export const kindNames: Readonly<Record<(typeof proposalKinds)[number], string>> = {
  decision: "Decision",
  spending: "Spending",
  rule: "Rule change",
  election: "Election"
}
