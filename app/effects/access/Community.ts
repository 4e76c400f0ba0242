/**
 * A community: a group with its own rules (docs/product/communities.md). Isomorphic; forms use the same fields.
 *
 * visibility.ts alone decides who may see what.
 */
import { Schema } from "effect"
import { AccountAddress, LockerAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { fractions } from "./exactThreshold"

/** 12 characters of lower-case base32. */
export const CommunityId = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/), Schema.brand("CommunityId"))
export type CommunityId = typeof CommunityId.Type

/** The public name in addresses; it can no longer change after the first member has joined. */
export const Slug = Schema.String.pipe(Schema.pattern(/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/), Schema.brand("Slug"))
export type Slug = typeof Slug.Type

export const Visibility = Schema.Literal("public", "unlisted", "private")
export type Visibility = typeof Visibility.Type

export const JoinPolicy = Schema.Literal("open", "approval", "token", "invite")
export type JoinPolicy = typeof JoinPolicy.Type

export const Stage = Schema.Literal("draft", "live", "deploying", "deployed", "archived")
export type Stage = typeof Stage.Type

/** Decimal string: amounts are never floating-point numbers. */
export const JoinToken = Schema.Struct({ resource: ResourceAddress, minAmount: AmountText })
export type JoinToken = typeof JoinToken.Type

export const CommunityLink = Schema.Struct({
  label: Schema.Trim.pipe(Schema.minLength(1), Schema.maxLength(30)),
  url: Schema.String.pipe(Schema.maxLength(500), Schema.pattern(/^https:\/\/[^\s]+$/))
})
export type CommunityLink = typeof CommunityLink.Type

export const WeightMode = Schema.Literal("member", "token", "sqrt", "assigned")
export type WeightMode = typeof WeightMode.Type

/** A fraction of the votes, for thresholds that no percentage expresses exactly (docs/product/votes.md). */
export const FractionText = Schema.Literal(...fractions)

/** How one kind of proposal is decided; limits: docs/product/communities.md. */
export const KindRules = Schema.Struct({
  periodHours: Schema.Int.pipe(Schema.between(24, 336)),
  quorumPct: Schema.Number.pipe(Schema.between(0, 100)),
  /** A percentage or a fraction: the field's name is older than fractions, and stored rules use it. */
  thresholdPct: Schema.Union(Schema.Number.pipe(Schema.between(50, 100)), FractionText)
})
export type KindRules = typeof KindRules.Type

/** `sealed`: nobody can read a ballot until a beacon opens them all after the close. */
export const ResultsVisibility = Schema.Literal("always", "afterVote", "afterClose", "sealed")
export type ResultsVisibility = typeof ResultsVisibility.Type

/** Stored as a whole for every version, so that a vote can always refer to the rules under which it was held. */
export const GovernanceSettings = Schema.Struct({
  proposerRole: Schema.Literal("member", "moderator"),
  weightMode: WeightMode,
  kinds: Schema.Struct({ decision: KindRules, spending: KindRules, rule: KindRules, election: KindRules }),
  reviewHours: Schema.Int.pipe(Schema.between(0, 168)),
  resultsVisibility: ResultsVisibility,
  bondsNeedVote: Schema.Boolean,
  minMembershipHours: Schema.Int.pipe(Schema.between(0, 720)),
  /** Decimal text; payouts up to this amount need no vote. Absent: every payout needs one. */
  freePayout: Schema.optionalWith(AmountText.pipe(Schema.filter((text) => !text.startsWith("-"))), { exact: true }),
  /**
   * Payments that several signers approve together need no vote, whatever their amount. Absent: they need one like
   * payouts.
   */
  signersPayWithoutVote: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /**
   * The most delegated voting power that one delegate may use in a vote, in percent of all weight; 0: delegation is
   * off. Absent: 10.
   */
  lentLimitPct: Schema.optionalWith(Schema.Int.pipe(Schema.between(0, 100)), { exact: true })
})
export type GovernanceSettings = typeof GovernanceSettings.Type

/** Unix milliseconds. */
const Time = Schema.Number

/** One row of the table. */
export const Community = Schema.Struct({
  id: CommunityId,
  slug: Slug,
  name: Schema.String.pipe(Schema.minLength(3), Schema.maxLength(60)),
  tagline: Schema.String.pipe(Schema.maxLength(120)),
  /** Markdown. */
  description: Schema.String.pipe(Schema.maxLength(10_000)),
  logo: Schema.NullOr(Schema.String),
  cover: Schema.NullOr(Schema.String),
  tags: Schema.parseJson(Schema.Array(Schema.String).pipe(Schema.maxItems(5))),
  visibility: Visibility,
  joinPolicy: JoinPolicy,
  joinToken: Schema.NullOr(Schema.parseJson(JoinToken)),
  /** Markdown. */
  rules: Schema.String.pipe(Schema.maxLength(5_000)),
  links: Schema.parseJson(Schema.Array(CommunityLink).pipe(Schema.maxItems(5))),
  template: Schema.String,
  ownerAddress: AccountAddress,
  adminAccount: Schema.NullOr(AccountAddress),
  /** Also the community's dApp definition. */
  treasuryAccount: Schema.NullOr(AccountAddress),
  lockerAddress: Schema.NullOr(LockerAddress),
  ownerBadge: Schema.NullOr(ResourceAddress),
  tokenResource: Schema.NullOr(ResourceAddress),
  tokenSymbol: Schema.NullOr(Schema.String),
  governance: Schema.parseJson(GovernanceSettings),
  governanceVersion: Schema.Int,
  memberCount: Schema.Int,
  openProposals: Schema.Int,
  openSales: Schema.Int,
  threadCount: Schema.Int,
  stage: Stage,
  /** When the treasury account and the site were last seen to name each other (verified mark). */
  verifiedAt: Schema.NullOr(Time),
  activeAt: Time,
  /** Sent with forms and compared when they return, so that a second editor gets a conflict. */
  version: Schema.Int,
  createdAt: Time,
  updatedAt: Time
}).annotations(rowOf("communities"))
export type Community = typeof Community.Type

const {
  version: _version,
  governanceVersion: _governanceVersion,
  memberCount: _memberCount,
  openProposals: _openProposals,
  openSales: _openSales,
  threadCount: _threadCount,
  updatedAt: _updatedAt,
  ...founding
} = Community.fields
/** A founder's input; counters start at zero and versions at one. */
export const NewCommunity = Schema.Struct(founding)
export type NewCommunity = typeof NewCommunity.Type
