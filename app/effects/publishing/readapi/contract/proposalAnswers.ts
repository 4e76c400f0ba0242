/** Proposals, as the read API answers them. While a vote hides its results, so do these (docs/product/votes.md, D-12). */
import { Schema } from "effect"
import { FractionText, ResultsVisibility, WeightMode } from "~/effects/access/Community"
import { ProposalAction, ProposalKind, ProposalStatus, VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { Outcome } from "~/effects/governance/votes/Tally"
import {
  ACCOUNT,
  Address,
  Amount,
  Count,
  Digest,
  Flag,
  Named,
  Next,
  Percent,
  RESOURCE,
  SITE,
  Text,
  Time,
  TRANSACTION,
  told,
  Whole
} from "./parts"
import { Tie } from "./tieAnswer"

const Key = (description: string) => Text(description, "yes")

const Participation = Schema.Struct({
  ballots: Count("Ballots, with those that were replaced.", 20),
  voters: Count("Accounts whose ballot counts.", 18),
  weightCast: Amount("Their votes together.", "18"),
  eligibleCount: Count("Accounts that may vote.", 42),
  eligibleWeight: Amount("All votes there are.", "42"),
  delegated: Amount("What of `weightCast` counts through delegates.", "3"),
  pct: Text(
    "Votes cast of all votes, in percent, rounded down to one decimal, or to more where its quorum takes them.",
    "42.8"
  ),
  quorumPct: Percent("The share that must be cast.", 25),
  quorumReached: Flag("Whether it is.", true)
}).annotations({ identifier: "Participation" })

const Round = Schema.Struct({
  votes: Schema.Array(
    Schema.Struct({ key: Key("A choice that is still in."), votes: Amount("What it has in this round.", "9") })
  ).annotations({ description: "Of the choices that are still in." }),
  exhausted: Amount("Votes of ballots with no choice left.", "0"),
  eliminated: told(Schema.NullOr(Schema.String), "The choice that leaves after this round; null in the last.", "no")
}).annotations({ identifier: "Round", description: "One round of an instant run-off." })

const Lent = Schema.Struct({
  given: Amount("All that was lent when the vote opened.", "9"),
  voted: Amount("Of lenders who voted themselves.", "2"),
  used: Amount("Counted with the ballots of those it was lent to.", "6"),
  over: Amount("Unused: above what one person may hold.", "0"),
  idle: Amount("Unused: those it was lent to cast no ballot that counts.", "1"),
  excluded: Schema.optional(
    Amount(
      "Unused: who delegated it was suspended or had left when their delegate voted. Absent where there is none.",
      "1"
    )
  ),
  perChoice: Schema.Array(
    Schema.Struct({ key: Key("The choice."), votes: Amount("What of its votes was lent.", "6") })
  ).annotations({ description: "In the order of the choices." })
}).annotations({ identifier: "Lent" })

const Phase = Schema.Literal("review", "voting", "opening", "counting", "over")
export type ProposalPhase = typeof Phase.Type

const brief = {
  id: Text("Twelve characters.", "m4t6ya2cde7p"),
  number: Count("Counts up within the community.", 7),
  kind: told(ProposalKind, "What it is about: each kind has rules of its own.", "decision"),
  title: Text("The question.", "Mend the pump before the winter?"),
  summary: Text("The question in short; may be empty.", "The pump by the upper beds loses water."),
  author: Text("The account that proposed it.", ACCOUNT),
  status: told(
    ProposalStatus,
    "Where it is in its life. `active` is open for votes until `closesAt`; after it, a vote is `active` until it is counted, a sealed one while its ballots are opened.",
    "passed"
  ),
  phase: told(
    Phase,
    "What happens now: before the opening, voting, sealed ballots being opened, the count, or nothing more.",
    "over"
  ),
  voteType: told(
    VoteType,
    "How one votes: Yes or No, one choice, several, in order, by shares, or by quadratic points.",
    "basic"
  ),
  choices: Schema.Array(
    Schema.Struct({
      key: Key("Names the choice in results and ballots."),
      label: Text("As people read it.", "Yes"),
      note: Text("May be empty.", "")
    })
  ).annotations({ description: "In the order they are offered in." }),
  opensAt: Time("When the vote opens.", "2026-11-20T14:05:00.000Z"),
  closesAt: Time("When voting closes.", "2026-11-23T14:05:00.000Z"),
  closedAt: told(
    Schema.NullOr(Schema.String),
    "When it was counted, given up as uncountable, or cancelled; null before. The end of voting is `closesAt`. UTC, with milliseconds.",
    "2026-11-23T14:05:30.000Z"
  ),
  countedAt: told(
    Schema.NullOr(Schema.String),
    "When it was counted; null before, and for a vote that was never counted. UTC, with milliseconds.",
    "2026-11-23T14:05:30.000Z"
  ),
  participation: Schema.NullOr(Participation).annotations({ description: "Null before the opening." }),
  results: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        key: Key("The choice."),
        votes: Amount("What it has. In a ranked vote: first preferences, which alone do not decide.", "14"),
        voters: Count("Accounts that chose it.", 14)
      })
    )
  ).annotations({ description: "Null before the opening and while results are hidden." }),
  lent: Schema.NullOr(Lent).annotations({
    description: "What of these votes was lent; null where nothing was, and while results are hidden."
  }),
  outcome: told(Schema.NullOr(Outcome), "Null until the vote is counted.", "passed"),
  words: told(Schema.NullOr(Schema.String), "The sum in sentences; null until then.", "Passed with 77.7% of Yes."),
  winners: Schema.NullOr(Schema.Array(Key("A choice."))).annotations({
    description: "The choices that won; null until the vote is counted."
  }),
  tied: Schema.NullOr(Schema.Array(Key("A choice."))).annotations({
    description: "Choices that ended level where one had to be ahead; null until then."
  }),
  rounds: Schema.NullOr(Schema.Array(Round)).annotations({
    description: "Of a ranked vote; empty for the other types, null until the vote is counted."
  }),
  ties: Schema.NullOr(Schema.Array(Tie)).annotations({
    description:
      "Of a ranked vote: each tie on the way, and how it was decided. Null until the vote is counted, for the other types, and for votes opened before there was a rule for ties."
  }),
  url: Address("Its public page.", `${SITE}/explore/riverside-garden/proposals/7`),
  ballots: Address(
    "The file that anybody can count again.",
    `${SITE}/explore/riverside-garden/proposals/7/ballots.json`
  )
}

export const ProposalBrief = Schema.Struct(brief).annotations({ identifier: "ProposalBrief" })

export const ProposalsAnswer = Schema.Struct({
  schema: Named("proposals/1"),
  community: Text("The slug.", "riverside-garden"),
  tab: told(Schema.Literal("open", "review", "results"), "Which list this is.", "results"),
  pageSize: Count("Proposals of a page at most.", 20),
  proposals: Schema.Array(ProposalBrief),
  next: Next
}).annotations({ identifier: "Proposals" })

const Snapshot = Schema.Struct({
  stateVersion: Count("Version of the ledger at which balances were read.", 48_211_093),
  epoch: Count("The ledger's epoch then.", 61_002),
  takenAt: Time("When.", "2026-11-20T14:05:00.000Z"),
  eligibleCount: Count("Accounts on the list.", 42),
  eligibleWeight: Amount("Their votes together.", "42"),
  digest: Digest("BLAKE2b-256 of the canonical list."),
  delegations: Schema.optional(
    Schema.Struct({
      count: Count("Votes that were lent.", 3),
      digest: Digest("BLAKE2b-256 of their canonical list."),
      limitPct: Percent("The most lent weight one person may use, of all weight.", 10)
    }).annotations({ description: "Absent where nothing was lent." })
  )
}).annotations({ identifier: "Snapshot", description: "Who may vote, frozen at the opening." })

const Beacon = Schema.Struct({
  chain: Text(
    "The beacon's chain hash, by which it is asked.",
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
  ),
  publicKey: Text("Its key, a point of G2 in hex: compare it with the one its operators publish.", "83cf0f28…ece45a"),
  round: Count("The round whose signature opens the ballots.", 34_273_312),
  opensAt: Time("When it is signed, 30 seconds or a little more after the close.", "2026-11-23T14:05:33.000Z"),
  signature: told(
    Schema.NullOr(Schema.String),
    "Of the round, a point of G1 in hex, verified; null until it was fetched.",
    "b44679b9…b2b6e3"
  )
}).annotations({ identifier: "Beacon", description: "The public randomness beacon that opens a sealed vote." })

const Execution = Schema.Struct({
  txId: told(Schema.NullOr(Schema.String), "The transaction.", TRANSACTION),
  state: told(Schema.Literal("pending", "done", "failed"), "How it went.", "done"),
  manifestMatches: told(
    Schema.NullOr(Schema.Boolean),
    "Whether what ran is what was voted; null where no manifest is compared.",
    true
  ),
  at: told(Schema.NullOr(Schema.Number), "When, in milliseconds since 1970.", 1_795_610_400_000),
  ran: Schema.optional(Text("The manifest that was committed, where it is another one.", "CALL_METHOD …"))
}).annotations({ identifier: "Execution" })

export const ProposalAnswer = Schema.Struct({
  schema: Named("proposal/1"),
  community: Text("The slug.", "riverside-garden"),
  ...brief,
  body: Text("Markdown.", "The pump by the upper beds **loses water**."),
  rules: Schema.Struct({
    quorumPct: Percent("The share of all votes that must be cast.", 25),
    thresholdPct: Percent("The share of Yes among Yes and No that is needed.", 66.67),
    thresholdFraction: told(
      Schema.NullOr(FractionText),
      "The exact share where it is a fraction: it decides. Null otherwise.",
      "2/3"
    ),
    weightMode: told(WeightMode, "How much a vote weighs.", "member"),
    tokenResource: told(Schema.NullOr(Schema.String), "The token that weights are read from.", RESOURCE),
    maxSelections: told(Schema.NullOr(Whole), "How many choices may be ticked; null is all of them.", null),
    seats: told(Schema.NullOr(Whole), "How many are elected; null is one.", null),
    minMembershipHours: Count("How long a voter must have been a member, in hours.", 0),
    resultsVisibility: told(ResultsVisibility, "Who sees standings before the close.", "afterClose")
  }).annotations({ description: "The rules the vote is held under." }),
  snapshot: Schema.NullOr(Snapshot).annotations({ description: "Null before the opening." }),
  proposalDigest: Schema.NullOr(Digest("BLAKE2b-256 of the frozen proposal, which every ballot signs.")),
  headHash: Schema.NullOr(Digest("The last link of the chain of ballots.")),
  beacon: Schema.NullOr(Beacon).annotations({
    description: "What opens the ballots; null where they are not sealed, and before the opening."
  }),
  spoilt: told(
    Schema.NullOr(Whole),
    "Sealed ballots that did not open or hold no choice of this vote, and are not counted; null where ballots are not sealed, and until the vote is counted.",
    0
  ),
  action: Schema.NullOr(
    Schema.Struct({
      type: told(ProposalAction.fields.type, "What it does once it has passed.", "distribution"),
      words: Schema.Array(Text("A sentence.", "Pays 12 people 600 XRD.")).annotations({
        description: "What it does, a sentence each."
      }),
      payload: Text("Canonical JSON; of a manifest, its text.", "{}"),
      hash: Digest("BLAKE2b-256 of the payload.")
    })
  ).annotations({ description: "Null where nothing follows automatically." }),
  execution: Schema.NullOr(Execution).annotations({ description: "Null where nothing ran yet." }),
  outcomeNote: told(Schema.NullOr(Schema.String), "What its author or a moderator wrote afterwards.", null)
}).annotations({ identifier: "Proposal" })
