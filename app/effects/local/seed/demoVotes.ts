/**
 * Votes of the demonstration's communities (docs/product/publishing.md). Hours count back from the start for a
 * proposal, and forward from its opening for its ballots. Choices have the keys c1, c2, … in their order.
 */
import type { GovernanceSettings } from "~/effects/access/Community"
import type { Threshold } from "~/effects/access/threshold"
import type { Choice } from "~/effects/governance/votes/ballot/Ballot"
import type { ProposalKind, VoteType } from "~/effects/governance/votes/proposal/Proposal"

export interface DemoBallot {
  readonly by: string
  /** Hours after the opening. */
  readonly hours: number
  readonly choice: Choice
  readonly reason?: string
}

export interface DemoVote {
  readonly slug: string
  readonly by: string
  readonly kind: ProposalKind
  readonly title: string
  readonly summary: string
  readonly body: string
  readonly voteType: VoteType
  readonly choices?: ReadonlyArray<string>
  readonly openedHoursAgo: number
  readonly periodHours: number
  readonly reviewHours: number
  readonly quorumPct: number
  readonly thresholdPct: Threshold
  /** The decision rules it proposes, if it is about them. */
  readonly changes?: (rules: GovernanceSettings) => GovernanceSettings
  /** Title of the thread it came from. */
  readonly thread?: string
  readonly ballots: ReadonlyArray<DemoBallot>
  /** Progress reported after the close. */
  readonly progress?: string
}

const gate: DemoVote = {
  slug: "riverside-garden",
  by: "Joaquim Teles",
  kind: "decision",
  title: "Open the gate from nine to four in winter",
  summary: "From November to February, with keys for those who come earlier.",
  body: `Between November and February it is dark at half past four, and twice last year the gate stood open over night.

I propose that the gate is open **from nine to four** in these months. Keys for earlier hours stay with Marta.`,
  voteType: "basic",
  openedHoursAgo: 860,
  periodHours: 120,
  reviewHours: 24,
  quorumPct: 25,
  thresholdPct: 66,
  ballots: [
    { by: "Joaquim Teles", hours: 1, choice: "yes" },
    { by: "Marta Lindqvist", hours: 5, choice: "yes", reason: "I have twelve keys." },
    { by: "Ruth Okafor", hours: 22, choice: "no", reason: "I water before work." },
    { by: "Sofia Brandt", hours: 30, choice: "yes" },
    { by: "Piet van Dam", hours: 51, choice: "yes", reason: "The bees sleep in, too." },
    { by: "Henrik Solberg", hours: 77, choice: "abstain" }
  ],
  progress: "The sign is up and the hours are painted on it. If you want a key, write your name in the shed."
}

const stall: DemoVote = {
  slug: "riverside-garden",
  by: "Sofia Brandt",
  kind: "spending",
  title: "What the autumn stall earned: 600 XRD",
  summary: "Split it between compost, bulbs and sharp tools.",
  body: `The stall on the river path brought 600 XRD. Three things are waiting for it, and none of them needs all of it.

Give each the points you would spend on it; what has the most is bought first, the others by what is left.`,
  voteType: "weighted",
  choices: ["Compost for the upper beds", "Bulbs along the path", "A day with the tool grinder"],
  openedHoursAgo: 430,
  periodHours: 168,
  reviewHours: 24,
  quorumPct: 25,
  thresholdPct: 66,
  ballots: [
    { by: "Sofia Brandt", hours: 2, choice: { c1: 60, c2: 10, c3: 30 } },
    { by: "Yuki Tanabe", hours: 9, choice: { c2: 100 }, reason: "Crocuses, if anybody asks." },
    { by: "Dele Adeyemi", hours: 40, choice: { c1: 50, c3: 50 } },
    { by: "Amir Haddad", hours: 95, choice: { c1: 80, c2: 20 } },
    { by: "Clara Monteiro", hours: 120, choice: { c2: 70, c3: 30 } }
  ]
}

const tank: DemoVote = {
  slug: "riverside-garden",
  by: "Amir Haddad",
  kind: "spending",
  title: "Replace the north water tank before spring",
  summary: "A new tank of 2,000 litres for 640 XRD, instead of welding the seam a third time.",
  body: `The north tank loses a third of its water every night. The seam at the bottom is wet, and the sheet around it is thin.

### What it costs

| Item | XRD |
|---|---:|
| Tank, 2,000 litres, with delivery | 640 |
| Set aside for water | 700 |
| Left | 60 |

### If it fails

We weld the seam for 180 XRD, and most likely talk about it again in two winters.`,
  voteType: "basic",
  openedHoursAgo: 138,
  periodHours: 168,
  reviewHours: 24,
  quorumPct: 25,
  thresholdPct: 66,
  thread: "The north tank loses a third of its water",
  ballots: [
    { by: "Amir Haddad", hours: 1, choice: "yes" },
    { by: "Sofia Brandt", hours: 20, choice: "no", reason: "On the south side the pump run would be half as long." },
    { by: "Ruth Okafor", hours: 44, choice: "yes" },
    { by: "Nadia Rahimi", hours: 70, choice: "yes" },
    { by: "Hugo Ferrand", hours: 82, choice: "no" },
    { by: "Marta Lindqvist", hours: 98, choice: "yes", reason: "I would rather pay once." },
    { by: "Yuki Tanabe", hours: 121, choice: "yes" }
  ]
}

const winter: DemoVote = {
  slug: "night-film",
  by: "Theo Marchetti",
  kind: "decision",
  title: "Which film opens the winter programme?",
  summary: "Five films are left of the long list. Put them in your order.",
  body: `The first Thursday of December opens the winter. Five films are left of the long list, and each of them can be had.

Put as many as you like in your order. If your first choice leaves the count, your ballot goes on to the next.`,
  voteType: "ranked",
  choices: ["The Ferryman's Winter", "Ashes and Oranges", "Close the Harbour", "A Quiet Telephone", "Eleven Lamps"],
  openedHoursAgo: 336,
  periodHours: 120,
  reviewHours: 24,
  quorumPct: 10,
  thresholdPct: 50,
  ballots: [
    { by: "Theo Marchetti", hours: 1, choice: ["c1", "c3", "c4"] },
    { by: "Olive Hartley", hours: 2, choice: ["c2", "c1"] },
    { by: "Agnes Holm", hours: 4, choice: ["c1"] },
    { by: "Kwame Mensah", hours: 7, choice: ["c3", "c1", "c2"] },
    { by: "Bea Lindholm", hours: 9, choice: ["c2"] },
    { by: "Lotte Vermeer", hours: 11, choice: ["c5", "c3", "c1"], reason: "All eleven are lit." },
    { by: "Emil Kovacs", hours: 20, choice: ["c3", "c1"] },
    { by: "Rui Nakamura", hours: 26, choice: ["c2", "c4"] },
    { by: "Sam Delacroix", hours: 31, choice: ["c4"], reason: "There is a western in it, if you look." },
    { by: "Priya Nair", hours: 40, choice: ["c1", "c2"] },
    { by: "Zoe Papadaki", hours: 47, choice: ["c3", "c2"] },
    { by: "Samir Khoury", hours: 52, choice: ["c4", "c2"] },
    { by: "Nora Fitzgerald", hours: 66, choice: ["c2", "c5"] },
    { by: "Elin Strand", hours: 71, choice: ["c1", "c5"] },
    { by: "Ruth Okafor", hours: 80, choice: ["c3", "c1"] },
    { by: "Anton Reiter", hours: 93, choice: ["c1"] },
    { by: "Clara Monteiro", hours: 101, choice: ["c2", "c3"] },
    { by: "Bea Lindholm", hours: 110, choice: ["c1", "c2"], reason: "I have seen it meanwhile." },
    { by: "Sofia Brandt", hours: 116, choice: ["c2", "c1"] }
  ]
}

const quorum: DemoVote = {
  slug: "solar-roof",
  by: "Milan Petrov",
  kind: "rule",
  title: "Ask for a quorum of 25% before we spend",
  summary: "One in four of us, instead of one in five, before anything is paid from the treasury.",
  changes: (rules) => ({ ...rules, kinds: { ...rules.kinds, spending: { ...rules.kinds.spending, quorumPct: 25 } } }),
  body: `What changes:

- Quorum of spending: 20% → 25%

Four of eighteen people are enough today to spend what all of us lent. I would feel better with five.

The rest of our rules stays as it is.`,
  voteType: "basic",
  openedHoursAgo: 70,
  periodHours: 168,
  reviewHours: 24,
  quorumPct: 25,
  thresholdPct: 66.67,
  ballots: [
    { by: "Milan Petrov", hours: 1, choice: "yes" },
    { by: "Hanna Vogel", hours: 6, choice: "no", reason: "In August we could not have paid the electrician." },
    { by: "Dora Simic", hours: 15, choice: "yes" },
    { by: "Ivo Brandstetter", hours: 24, choice: "no" },
    { by: "Grace Adeleke", hours: 41, choice: "yes" },
    { by: "Paolo Greco", hours: 63, choice: "yes" }
  ]
}

const survey: DemoVote = {
  slug: "open-maps",
  by: "Ines Carvalho",
  kind: "spending",
  title: "Pay 4,800 XRD for the 2027 footpath survey",
  summary: "Four people walk the 310 km of footpaths that changed since 2024, and publish every track.",
  body: `We pay four surveyors to walk the 310 km of footpaths that changed since 2024, and to publish every track as open data by 30 June 2027.

### Why now

The county renumbers its paths in March. If we walk them before, the old and the new numbers are both on the map, and nobody gets lost in between.

### What it costs

| Item | XRD |
|---|---:|
| Walking, 62 days at 60 | 3,720 |
| Travel | 610 |
| Checking and upload | 470 |

### If it fails

We keep the tracks of 2024 and mark renumbered paths as unsure.`,
  voteType: "basic",
  openedHoursAgo: 92,
  periodHours: 168,
  reviewHours: 24,
  quorumPct: 20,
  thresholdPct: 60,
  ballots: [
    { by: "Anton Reiter", hours: 1, choice: "yes", reason: "I used the last survey every week." },
    { by: "Ines Carvalho", hours: 3, choice: "yes" },
    { by: "Oskar Nyman", hours: 14, choice: "no", reason: "Half the sum would do; volunteers walked it last time." },
    { by: "Gus Whitfield", hours: 20, choice: "abstain", reason: "I am one of the surveyors." },
    { by: "Leila Farouk", hours: 39, choice: "yes" },
    { by: "Mei Castellano", hours: 76, choice: "yes", reason: "Paid work, open data." }
  ]
}

/** Votes that are not weighted by tokens; they need only the ledger's state. */
export const memberVotes: ReadonlyArray<DemoVote> = [gate, stall, tank, winter, quorum]
export const tokenVote = survey
