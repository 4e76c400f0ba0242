/** Past votes of the Open Maps Fund: a payment that was made, and a proposal that did not pass. */
import type { DemoVote } from "./demoVotes"

export const printVote: DemoVote = {
  slug: "open-maps",
  by: "Leila Farouk",
  kind: "spending",
  title: "Pay 900 XRD for printing the 2026 edition",
  summary: "Two thousand folded sheets for libraries and mountain huts, printed by the workshop of last year.",
  body: `The 2026 edition is finished, and eleven libraries have asked for paper.

The workshop prints and folds 2,000 sheets for **900 XRD**, delivered before the winter. Mei has the quote and pays them.

### If it fails

The edition stays a file. Libraries print single pages themselves.`,
  voteType: "basic",
  openedHoursAgo: 330,
  periodHours: 168,
  reviewHours: 24,
  quorumPct: 20,
  thresholdPct: 60,
  ballots: [
    { by: "Leila Farouk", hours: 1, choice: "yes" },
    { by: "Ines Carvalho", hours: 8, choice: "yes", reason: "Same price as last year." },
    { by: "Anton Reiter", hours: 30, choice: "yes" },
    { by: "Oskar Nyman", hours: 55, choice: "yes", reason: "The huts have no signal." },
    { by: "Gus Whitfield", hours: 121, choice: "no", reason: "A thousand would do." }
  ]
}

export const hostVote: DemoVote = {
  slug: "open-maps",
  by: "Ines Carvalho",
  kind: "decision",
  title: "Move the map server to a cheaper host",
  summary: "Half the price, and twice as far from most of us.",
  body: `The new host costs half of what we pay today. Tiles would take longer to come, about a third of a second for most of us.

I propose that we move in January.`,
  voteType: "basic",
  openedHoursAgo: 300,
  periodHours: 168,
  reviewHours: 24,
  quorumPct: 20,
  thresholdPct: 60,
  ballots: [
    { by: "Ines Carvalho", hours: 2, choice: "yes" },
    { by: "Oskar Nyman", hours: 9, choice: "no", reason: "Slow maps are not used." },
    { by: "Anton Reiter", hours: 40, choice: "no" },
    { by: "Leila Farouk", hours: 77, choice: "no" }
  ]
}
