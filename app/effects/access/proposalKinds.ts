/** The kinds of proposals, each with its own rules in a community, and their names. Pure. */

export const proposalKinds = ["decision", "spending", "rule", "election"] as const

export const kindNames: Readonly<Record<(typeof proposalKinds)[number], string>> = {
  decision: "Decision",
  spending: "Spending",
  rule: "Rule change",
  election: "Election"
}
