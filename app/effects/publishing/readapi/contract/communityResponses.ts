/** Communities in responses of the read API (docs/product/publishing.md). */
import { Schema } from "effect"
import { FractionText, JoinPolicy, ResultsVisibility, Stage, WeightMode } from "~/effects/access/Community"
import {
  ACCOUNT,
  Address,
  Amount,
  Count,
  described,
  Flag,
  Named,
  Next,
  Percent,
  RESOURCE,
  SITE,
  Text,
  Time,
  Whole
} from "./parts"

const brief = {
  id: Text("Twelve characters; stays the same when the community is renamed.", "k3v7qz2mfa5x"),
  slug: Text("Its slug.", "riverside-garden"),
  name: Text("Its name.", "Riverside Garden Co-op"),
  tagline: Text("One line about it.", "Forty beds by the river, decided together."),
  tags: Schema.Array(Text("A tag of the directory.", "Garden")).annotations({ description: "At most five." }),
  joinPolicy: described(
    JoinPolicy,
    "How people join: immediately, after approval, by holding a token, or by invitation.",
    "open"
  ),
  isVerified: Flag("Whether the ledger and this site name each other.", true),
  members: Count("Number of current members.", 42),
  openProposals: Count("Number of open votes.", 1),
  openSales: Count("Number of open bond sales.", 0),
  createdAt: Time("When it was founded.", "2026-11-20T14:05:00.000Z"),
  url: Address("Its public page.", `${SITE}/explore/riverside-garden`)
}

export const CommunityBrief = Schema.Struct(brief).annotations({ identifier: "CommunityBrief" })

export const CommunitiesResponse = Schema.Struct({
  schema: Named("communities/1"),
  pageSize: Count("Communities per page at most.", 20),
  total: described(Schema.NullOr(Whole), "Total number; null if a filter makes counting too expensive.", 5),
  communities: Schema.Array(CommunityBrief).annotations({ description: "In the requested order." }),
  next: Next
}).annotations({ identifier: "Communities" })

const KindRules = Schema.Struct({
  periodHours: Count("How long such a vote is open, in hours.", 72),
  quorumPct: Percent("The share of all votes that must be cast.", 25),
  thresholdPct: Percent("The share of Yes among Yes and No that is required.", 66.67),
  thresholdFraction: described(
    Schema.NullOr(FractionText),
    "The exact share if the threshold is a fraction: it decides, and `thresholdPct` is an approximation. Null otherwise.",
    "2/3"
  )
}).annotations({ identifier: "KindRules", description: "Rules for one kind of proposal." })

const Governance = Schema.Struct({
  version: Count("Increases each time the rules change.", 3),
  proposerRole: described(Schema.Literal("member", "moderator"), "Who may propose.", "member"),
  weightMode: described(
    WeightMode,
    "How a vote is weighted: one per member, by tokens held, by their square root, or as assigned.",
    "member"
  ),
  kinds: Schema.Struct({ decision: KindRules, spending: KindRules, rule: KindRules, election: KindRules }).annotations({
    description: "By kind of proposal."
  }),
  reviewHours: Count("How long a proposal is shown before its vote opens, in hours.", 24),
  resultsVisibility: described(
    ResultsVisibility,
    "Who sees the current result of an open vote: everyone, those who have voted, or nobody before the close.",
    "afterClose"
  ),
  bondsNeedVote: Flag("Whether issuing a bond needs a vote.", true),
  minMembershipHours: Count("How long a person must have been a member to vote, in hours.", 0),
  freePayout: Schema.optionalWith(
    Amount("Payouts up to this amount do not need a vote. Absent if every payout needs one.", "100"),
    {
      exact: true
    }
  ),
  signersPayWithoutVote: Schema.optionalWith(
    Flag("Whether payments that several signers approve do not need a vote. Absent if they do.", true),
    { exact: true }
  )
}).annotations({ identifier: "Governance", description: "The current rules." })

const OnLedger = Schema.Struct({
  networkId: Count("2 is Stokenet.", 2),
  treasuryAccount: Text("The account of its treasury.", ACCOUNT),
  dAppDefinitionAddress: Text("The same account, in the form that wallets use.", ACCOUNT),
  lockerAddress: described(Schema.NullOr(Schema.String), "The locker that holds unclaimed payouts.", null),
  adminBadge: described(Schema.NullOr(Schema.String), "The admin badge of the treasury.", RESOURCE),
  tokenResource: described(Schema.NullOr(Schema.String), "The community's own token.", RESOURCE),
  tokenSymbol: described(Schema.NullOr(Schema.String), "Its symbol.", "GRD"),
  verifiedAt: described(
    Schema.NullOr(Schema.String),
    "When the ledger and the site were last seen to name each other. UTC, with milliseconds.",
    "2026-11-20T14:05:00.000Z"
  )
}).annotations({ identifier: "OnLedger" })

export const CommunityResponse = Schema.Struct({
  schema: Named("community/1"),
  ...brief,
  description: Text("Markdown.", "We keep **forty beds** by the river."),
  rules: Text("Markdown; empty if there are none.", "Be kind."),
  links: Schema.Array(
    Schema.Struct({
      label: Text("Label of the link.", "Website"),
      url: Text("An https address.", "https://garden.example")
    })
  ).annotations({ description: "At most five." }),
  joinToken: Schema.NullOr(
    Schema.Struct({
      resource: Text("The token that a member must hold.", RESOURCE),
      minAmount: Amount("The minimum amount of it.", "1")
    })
  ).annotations({ description: "Null unless members join by holding a token." }),
  stage: described(Stage, "Its state; `deployed` communities are on the ledger.", "deployed"),
  threads: Count("Discussions.", 12),
  governance: Governance,
  ledger: Schema.NullOr(OnLedger).annotations({ description: "Null before the community is on the ledger." }),
  feed: Address("Its news as an Atom feed.", `${SITE}/explore/riverside-garden/feed.xml`),
  calendar: Address("Its closing dates as iCalendar.", `${SITE}/explore/riverside-garden/calendar.ics`)
}).annotations({ identifier: "Community" })
