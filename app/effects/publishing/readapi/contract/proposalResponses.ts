/** Proposals in responses of the read API. While a vote hides its results, so do these (docs/product/votes.md). */
import { Schema } from "effect"
import { FractionText, ResultsVisibility, WeightMode } from "~/effects/access/Community"
import { ProposalAction, ProposalKind, ProposalStatus, VoteType } from "~/effects/governance/votes/proposal/Proposal"
import { Outcome } from "~/effects/governance/votes/Tally"
import {
  ACCOUNT,
  Address,
  Amount,
  Attachment,
  CalledOff,
  Count,
  Digest,
  described,
  Flag,
  Named,
  Next,
  Percent,
  RESOURCE,
  SITE,
  Text,
  Tie,
  Time,
  TRANSACTION,
  Whole
} from "./parts"

const Key = (description: string) => Text(description, "yes")

const Participation = Schema.Struct({
  ballots: Count("Number of ballots, including replaced ones.", 20),
  voters: Count("Number of accounts whose ballot counts.", 18),
  weightCast: Amount("Sum of their votes.", "18"),
  eligibleCount: Count("Number of accounts that may vote.", 42),
  eligibleWeight: Amount("Sum of all eligible votes.", "42"),
  delegated: Amount("The part of `weightCast` that counts through delegates.", "3"),
  pct: Text(
    "Votes cast as a share of all votes, in percent, rounded down to one decimal, or more if the quorum needs them.",
    "42.8"
  ),
  quorumPct: Percent("The share that is required.", 25),
  quorumReached: Flag("Whether the quorum is reached.", true)
}).annotations({ identifier: "Participation" })

const Round = Schema.Struct({
  votes: Schema.Array(
    Schema.Struct({ key: Key("A choice that is still in the count."), votes: Amount("Its votes in this round.", "9") })
  ).annotations({ description: "The remaining choices." }),
  exhausted: Amount("Votes of ballots with no choice left.", "0"),
  eliminated: described(
    Schema.NullOr(Schema.String),
    "The choice that is eliminated after this round; null in the last, and where a surplus transfers instead.",
    "no"
  ),
  elected: Schema.optional(
    Schema.Array(Key("A choice.")).annotations({
      description: "Elections of several seats only: the choices elected in this round, most votes first."
    })
  ),
  surplus: Schema.optional(
    described(
      Schema.NullOr(Schema.String),
      "Elections of several seats only: the elected choice whose surplus transfers after this round; null if none does.",
      null
    )
  )
}).annotations({
  identifier: "Round",
  description: "One round of an instant run-off, or of a single transferable vote if there are several seats."
})

const DelegatedWeight = Schema.Struct({
  given: Amount("All voting power that was delegated when the vote opened.", "9"),
  voted: Amount("Of delegators who voted themselves.", "2"),
  used: Amount("Counted with the ballots of delegates.", "6"),
  over: Amount("Unused: above the cap for one delegate.", "0"),
  idle: Amount("Unused: the delegates cast no ballot that counts.", "1"),
  excluded: Schema.optional(
    Amount("Unused: the delegator was suspended or had left when their delegate voted. Absent if there is none.", "1")
  ),
  perChoice: Schema.Array(
    Schema.Struct({ key: Key("The choice."), votes: Amount("The part of its votes that was delegated.", "6") })
  ).annotations({ description: "In the order of the choices." })
}).annotations({ identifier: "Lent" })

const Phase = Schema.Literal("review", "voting", "opening", "counting", "over")
export type ProposalPhase = typeof Phase.Type

const brief = {
  id: Text("Twelve characters.", "m4t6ya2cde7p"),
  number: Count("Increases within the community.", 7),
  kind: described(ProposalKind, "Its kind; each kind has its own rules.", "decision"),
  title: Text("The question.", "Mend the pump before the winter?"),
  summary: Text("A short summary; may be empty.", "The pump by the upper beds loses water."),
  author: Text("The account that proposed it.", ACCOUNT),
  status: described(
    ProposalStatus,
    "Its state. `active` is open for votes until `closesAt`; afterwards it stays `active` until it is counted, a sealed vote while its ballots are being opened.",
    "passed"
  ),
  phase: described(
    Phase,
    "The current phase: before the opening, voting, opening sealed ballots, counting, or finished.",
    "over"
  ),
  voteType: described(
    VoteType,
    "How people vote: Yes or No, by consent, one choice, several, in order, by scores, by shares, by quadratic points, or for a date.",
    "basic"
  ),
  choices: Schema.Array(
    Schema.Struct({
      key: Key("Identifies the choice in results and ballots."),
      label: Text("Label for people.", "Yes"),
      note: Text("May be empty.", ""),
      start: Schema.optional(
        Text(
          "In a poll for a date only: when the time starts, in UTC, or its first whole day as in `2026-12-24`.",
          "2026-12-24T18:00:00.000Z"
        )
      ),
      end: Schema.optional(Text("When it ends, or its last whole day.", "2026-12-24T20:00:00.000Z"))
    })
  ).annotations({ description: "In the order in which they are offered." }),
  opensAt: Time("When the vote opens.", "2026-11-20T14:05:00.000Z"),
  closesAt: Time("When voting closes.", "2026-11-23T14:05:00.000Z"),
  closedAt: described(
    Schema.NullOr(Schema.String),
    "When it was counted, given up as uncountable, or cancelled; null before. The end of voting is `closesAt`. UTC, with milliseconds.",
    "2026-11-23T14:05:30.000Z"
  ),
  countedAt: described(
    Schema.NullOr(Schema.String),
    "When it was counted; null before, and for a vote that was never counted. UTC, with milliseconds.",
    "2026-11-23T14:05:30.000Z"
  ),
  participation: Schema.NullOr(Participation).annotations({ description: "Null before the opening." }),
  results: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        key: Key("The choice."),
        votes: Amount("Its votes. In a ranked vote: first preferences, which alone do not decide.", "14"),
        voters: Count("Number of accounts that chose it.", 14),
        ifNeedBe: Schema.optional(
          Amount("In a poll for a date only: the votes for If need be; `votes` and `voters` are of Yes.", "3")
        )
      })
    )
  ).annotations({ description: "Null before the opening and while results are hidden." }),
  lent: Schema.NullOr(DelegatedWeight).annotations({
    description: "The part of these votes that was delegated; null if there is none, and while results are hidden."
  }),
  outcome: described(Schema.NullOr(Outcome), "Null until the vote is counted.", "passed"),
  words: described(
    Schema.NullOr(Schema.String),
    "The result in sentences; null until then.",
    "Passed with 77.7% of Yes."
  ),
  winners: Schema.NullOr(Schema.Array(Key("A choice."))).annotations({
    description: "The choices that won; null until the vote is counted."
  }),
  tied: Schema.NullOr(Schema.Array(Key("A choice."))).annotations({
    description:
      "Choices that were tied where one had to be ahead; in a poll for a date the level times, of which the earliest won. Null until then."
  }),
  rounds: Schema.NullOr(Schema.Array(Round)).annotations({
    description: "For a ranked vote; empty for the other types, null until the vote is counted."
  }),
  means: Schema.NullOr(
    Schema.Array(
      Schema.Struct({
        key: Key("The choice."),
        mean: Amount("Its votes divided by the votes cast, rounded down to two decimals.", "3.75")
      })
    )
  ).annotations({ description: "For scores: the mean of each choice. Null for other votes, and until it is counted." }),
  quota: described(
    Schema.NullOr(Schema.String),
    "For a ranked vote of several seats: how many votes elect a choice. Null for other votes, and until it is counted.",
    null
  ),
  ties: Schema.NullOr(Schema.Array(Tie)).annotations({
    description:
      "For a ranked vote: each tie along the way, and how it was decided. Null until the vote is counted, for the other types, and for votes opened before there was a rule for ties."
  }),
  url: Address("Its public page.", `${SITE}/explore/riverside-garden/proposals/7`),
  ballots: Address(
    "The file from which anyone can count again.",
    `${SITE}/explore/riverside-garden/proposals/7/ballots.json`
  ),
  calledOff: Schema.optional(CalledOff)
}

export const ProposalBrief = Schema.Struct(brief).annotations({ identifier: "ProposalBrief" })

export const ProposalsResponse = Schema.Struct({
  schema: Named("proposals/1"),
  community: Text("The slug.", "riverside-garden"),
  tab: described(Schema.Literal("open", "review", "results"), "The type of this list.", "results"),
  pageSize: Count("Proposals per page at most.", 20),
  proposals: Schema.Array(ProposalBrief),
  next: Next
}).annotations({ identifier: "Proposals" })

const Snapshot = Schema.Struct({
  stateVersion: Count("Version of the ledger at which balances were read.", 48_211_093),
  epoch: Count("The ledger's epoch at that version.", 61_002),
  takenAt: Time("When.", "2026-11-20T14:05:00.000Z"),
  eligibleCount: Count("Number of accounts on the list.", 42),
  eligibleWeight: Amount("Sum of their votes.", "42"),
  digest: Digest("BLAKE2b-256 of the canonical list."),
  delegations: Schema.optional(
    Schema.Struct({
      count: Count("Number of delegations.", 3),
      digest: Digest("BLAKE2b-256 of their canonical list."),
      limitPct: Percent("The delegation cap of one delegate, as a share of all voting power.", 10)
    }).annotations({ description: "Absent if nothing was delegated." })
  )
}).annotations({ identifier: "Snapshot", description: "Who may vote, frozen at the opening." })

const Beacon = Schema.Struct({
  chain: Text(
    "The beacon's chain hash, which identifies it in requests.",
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
  ),
  publicKey: Text("Its key, a point of G2 in hex: compare it with the one its operators publish.", "83cf0f28…ece45a"),
  round: Count("The round whose signature opens the ballots.", 34_273_312),
  opensAt: Time("When it is signed, 30 seconds or a little more after the close.", "2026-11-23T14:05:33.000Z"),
  signature: described(
    Schema.NullOr(Schema.String),
    "The round's signature, a point of G1 in hex, verified; null until it was fetched.",
    "b44679b9…b2b6e3"
  )
}).annotations({ identifier: "Beacon", description: "The public randomness beacon that opens a sealed vote." })

const Execution = Schema.Struct({
  txId: described(Schema.NullOr(Schema.String), "The transaction.", TRANSACTION),
  state: described(Schema.Literal("pending", "done", "failed"), "Its result.", "done"),
  manifestMatches: described(
    Schema.NullOr(Schema.Boolean),
    "Whether the executed transaction matches the vote; null if there is no manifest to compare.",
    true
  ),
  at: described(Schema.NullOr(Schema.Number), "Time in milliseconds since 1970.", 1_795_610_400_000),
  ran: Schema.optional(Text("The manifest that was committed, if it differs.", "CALL_METHOD …"))
}).annotations({ identifier: "Execution" })

export const ProposalResponse = Schema.Struct({
  schema: Named("proposal/1"),
  community: Text("The slug.", "riverside-garden"),
  ...brief,
  body: Text("Markdown.", "The pump by the upper beds **loses water**."),
  rules: Schema.Struct({
    quorumPct: Percent("The share of all votes that must be cast.", 25),
    thresholdPct: Percent("The share of Yes among Yes and No that is required.", 66.67),
    thresholdFraction: described(
      Schema.NullOr(FractionText),
      "The exact share if the threshold is a fraction: it decides. Null otherwise.",
      "2/3"
    ),
    weightMode: described(WeightMode, "How a vote is weighted.", "member"),
    tokenResource: described(Schema.NullOr(Schema.String), "The token whose balances are the weights.", RESOURCE),
    maxSelections: described(Schema.NullOr(Whole), "How many choices a voter may tick; null means all.", null),
    seats: described(Schema.NullOr(Whole), "How many choices are elected; null means one.", null),
    minMembershipHours: Count("How long a voter must have been a member, in hours.", 0),
    resultsVisibility: described(ResultsVisibility, "Who sees the current result before the close.", "afterClose")
  }).annotations({ description: "The rules of this vote." }),
  snapshot: Schema.NullOr(Snapshot).annotations({ description: "Null before the opening." }),
  proposalDigest: Schema.NullOr(Digest("BLAKE2b-256 of the frozen proposal, which every ballot signs.")),
  headHash: Schema.NullOr(Digest("The last hash of the chain of ballots.")),
  beacon: Schema.NullOr(Beacon).annotations({
    description: "The round that opens the ballots; null if they are not sealed, and before the opening."
  }),
  spoilt: described(
    Schema.NullOr(Whole),
    "Sealed ballots that did not open or do not contain a choice of this vote, and are not counted; null if ballots are not sealed, and until the vote is counted.",
    0
  ),
  action: Schema.NullOr(
    Schema.Struct({
      type: described(ProposalAction.fields.type, "What is executed if it passes.", "distribution"),
      words: Schema.Array(Text("A sentence.", "Pays 12 people 600 XRD.")).annotations({
        description: "What it does, one sentence per effect."
      }),
      payload: Text("Canonical JSON; for a manifest, its text.", "{}"),
      hash: Digest("BLAKE2b-256 of the payload.")
    })
  ).annotations({ description: "Null if nothing is executed." }),
  execution: Schema.NullOr(Execution).annotations({ description: "Null until something has been executed." }),
  outcomeNote: described(Schema.NullOr(Schema.String), "Updates by its author or a moderator.", null),
  attachments: Schema.Array(Attachment).annotations({
    description: "Files that its author attached. Fixed when voting opens."
  })
}).annotations({ identifier: "Proposal" })
