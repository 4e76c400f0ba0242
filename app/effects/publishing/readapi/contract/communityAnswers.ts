/** Communities, as the read API answers them (docs/product/publishing.md, 3.8.2). */
import { Schema } from "effect"
import { FractionText, JoinPolicy, ResultsVisibility, Stage, WeightMode } from "~/effects/access/Community"
import {
  ACCOUNT,
  Address,
  Amount,
  Count,
  Flag,
  Named,
  Next,
  Percent,
  RESOURCE,
  SITE,
  Text,
  Time,
  told,
  Whole
} from "./parts"

const brief = {
  id: Text("Twelve characters; stays when the community is renamed.", "k3v7qz2mfa5x"),
  slug: Text("Its name in addresses.", "riverside-garden"),
  name: Text("What its members call it.", "Riverside Garden Co-op"),
  tagline: Text("One line about it.", "Forty beds by the river, decided together."),
  tags: Schema.Array(Text("A tag of the directory.", "Garden")).annotations({ description: "At most five." }),
  joinPolicy: told(
    JoinPolicy,
    "How one joins: at once, after an approval, by holding a token, or by an invitation.",
    "open"
  ),
  isVerified: Flag("The ledger and this site name each other.", true),
  members: Count("People who belong to it now.", 42),
  openProposals: Count("Votes that are open now.", 1),
  openSales: Count("Sales of bonds that are open now.", 0),
  createdAt: Time("When it was founded.", "2026-11-20T14:05:00.000Z"),
  url: Address("Its public page.", `${SITE}/explore/riverside-garden`)
}

export const CommunityBrief = Schema.Struct(brief).annotations({ identifier: "CommunityBrief" })

export const CommunitiesAnswer = Schema.Struct({
  schema: Named("communities/1"),
  pageSize: Count("Communities of a page at most.", 20),
  total: told(Schema.NullOr(Whole), "How many there are in all; null where a filter makes counting too dear.", 5),
  communities: Schema.Array(CommunityBrief).annotations({ description: "In the order that was asked for." }),
  next: Next
}).annotations({ identifier: "Communities" })

const KindRules = Schema.Struct({
  periodHours: Count("How long such a vote is open, in hours.", 72),
  quorumPct: Percent("The share of all votes that must be cast.", 25),
  thresholdPct: Percent("The share of Yes among Yes and No that is needed.", 66.67),
  thresholdFraction: told(
    Schema.NullOr(FractionText),
    "The exact share where it is a fraction: it decides, and `thresholdPct` is about as much. Null otherwise.",
    "2/3"
  )
}).annotations({ identifier: "KindRules", description: "How one kind of proposal is decided." })

const Governance = Schema.Struct({
  version: Count("Counts up each time the rules change.", 3),
  proposerRole: told(Schema.Literal("member", "moderator"), "Who may propose.", "member"),
  weightMode: told(
    WeightMode,
    "How much a vote weighs: one a member, by tokens held, by their square root, or as assigned.",
    "member"
  ),
  kinds: Schema.Struct({ decision: KindRules, spending: KindRules, rule: KindRules, election: KindRules }).annotations({
    description: "By kind of proposal."
  }),
  reviewHours: Count("How long a proposal is shown before its vote opens, in hours.", 24),
  resultsVisibility: told(
    ResultsVisibility,
    "Who sees standings of an open vote: everybody, who has voted, or nobody before it closes.",
    "afterClose"
  ),
  bondsNeedVote: Flag("Whether a bond is issued only after a vote.", true),
  minMembershipHours: Count("How long one must have been a member to vote, in hours.", 0),
  freePayout: Schema.optionalWith(
    Amount("Payouts up to this amount need no vote. Absent where every payout needs one.", "100"),
    {
      exact: true
    }
  ),
  signersPayWithoutVote: Schema.optionalWith(
    Flag("Whether payments that several signers make together need no vote. Absent where they do.", true),
    { exact: true }
  )
}).annotations({ identifier: "Governance", description: "The rules in force." })

const OnLedger = Schema.Struct({
  networkId: Count("2 is Stokenet.", 2),
  treasuryAccount: Text("The account that holds its treasury.", ACCOUNT),
  dAppDefinitionAddress: Text("The same account, as wallets ask for it.", ACCOUNT),
  lockerAddress: told(Schema.NullOr(Schema.String), "The locker that unclaimed payouts wait in.", null),
  adminBadge: told(Schema.NullOr(Schema.String), "The badge that opens the treasury.", RESOURCE),
  tokenResource: told(Schema.NullOr(Schema.String), "The community's own token.", RESOURCE),
  tokenSymbol: told(Schema.NullOr(Schema.String), "Its symbol.", "GRD"),
  verifiedAt: told(
    Schema.NullOr(Schema.String),
    "When ledger and site were last seen to name each other. UTC, with milliseconds.",
    "2026-11-20T14:05:00.000Z"
  )
}).annotations({ identifier: "OnLedger" })

export const CommunityAnswer = Schema.Struct({
  schema: Named("community/1"),
  ...brief,
  description: Text("Markdown.", "We keep **forty beds** by the river."),
  rules: Text("Markdown; empty where there are none.", "Be kind."),
  links: Schema.Array(
    Schema.Struct({
      label: Text("What it leads to.", "Website"),
      url: Text("An https address.", "https://garden.example")
    })
  ).annotations({ description: "At most five." }),
  joinToken: Schema.NullOr(
    Schema.Struct({
      resource: Text("The token that must be held.", RESOURCE),
      minAmount: Amount("At least this much of it.", "1")
    })
  ).annotations({ description: "Null unless one joins by holding a token." }),
  stage: told(Stage, "Where it is in its life; `deployed` ones are on the ledger.", "deployed"),
  threads: Count("Discussions.", 12),
  governance: Governance,
  ledger: Schema.NullOr(OnLedger).annotations({ description: "Null before the community is on the ledger." }),
  feed: Address("Its news as Atom.", `${SITE}/explore/riverside-garden/feed.xml`),
  calendar: Address("What closes, as iCalendar.", `${SITE}/explore/riverside-garden/calendar.ics`)
}).annotations({ identifier: "Community" })
