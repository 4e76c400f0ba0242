/**
 * Proposal: a question that a community decides (docs/product/votes.md). Isomorphic; stored rows and forms build on
 * these fields.
 */
import { Schema } from "effect"
import { CommunityId, ResultsVisibility, WeightMode } from "~/effects/access/Community"
import { proposalKinds } from "~/effects/access/proposalKinds"
import { ResourceAddress } from "~/effects/base/addresses/addresses"
import { AccountAddress, Day, Digest, Id, Instant, Percent, ProposalId, ThresholdField, text } from "../fields"
import { Snapshot } from "../snapshot"
import { Tally } from "../Tally"
import { fixedChoices, voteTypes } from "./voteTypes"

export const ProposalKind = Schema.Literal(...proposalKinds)
export type ProposalKind = typeof ProposalKind.Type

export const VoteType = Schema.Literal(...voteTypes)
export type VoteType = typeof VoteType.Type

export const ProposalStatus = Schema.Literal(
  "draft",
  "discarded",
  "review",
  "active",
  "cancelled",
  "passed",
  "failed",
  "noQuorum",
  "uncountable",
  "awaitingExecution",
  "executed",
  "executionFailed",
  "expired"
)
export type ProposalStatus = typeof ProposalStatus.Type

export const ChoiceKey = Schema.String.pipe(Schema.pattern(/^[a-z0-9-]{1,20}$/))
const TimeText = Schema.Union(Instant, Day)
export const ProposalChoice = Schema.Struct({
  key: ChoiceKey,
  label: text(1, 80),
  note: text(0, 200),
  /** Of a poll for a date only: two instants, or the first and the last of whole days. */
  start: Schema.optionalWith(TimeText, { exact: true }),
  end: Schema.optionalWith(TimeText, { exact: true })
})
export type ProposalChoice = typeof ProposalChoice.Type

/** The only choices of a basic vote, in this order. */
export const BASIC_CHOICES: ReadonlyArray<ProposalChoice> = fixedChoices("basic") ?? []

export const ProposalAction = Schema.Struct({
  type: Schema.Literal("manifest", "settings", "distribution", "bond"),
  /** Canonical JSON. */
  payload: Schema.String,
  /** BLAKE2b-256 of the payload. */
  hash: Digest
})
export type ProposalAction = typeof ProposalAction.Type

export const Execution = Schema.Struct({
  txId: Schema.NullOr(Schema.String),
  state: Schema.Literal("pending", "done", "failed"),
  manifestMatches: Schema.NullOr(Schema.Boolean),
  at: Schema.NullOr(Schema.Number),
  /** The manifest that was committed, if it is not the voted one. */
  ran: Schema.optional(Schema.String)
})

/** What the author decides and every voter signs. Times are Unix milliseconds. */
export const ProposalText = Schema.Struct({
  kind: ProposalKind,
  title: text(5, 140),
  summary: text(0, 280),
  /** Markdown. */
  body: text(50, 20_000),
  voteType: VoteType,
  choices: Schema.Array(ProposalChoice).pipe(Schema.minItems(2), Schema.maxItems(20)),
  /** Approval only: how many choices a voter may pick; null for all of them. */
  maxSelections: Schema.NullOr(Schema.Int.pipe(Schema.between(1, 20))),
  /** Elections by approval or ranking only; null for one. */
  seats: Schema.NullOr(Schema.Int.pipe(Schema.between(1, 10))),
  reviewHours: Schema.Int.pipe(Schema.between(0, 168)),
  opensAt: Schema.Number,
  closesAt: Schema.Number,
  quorumPct: Percent(0),
  thresholdPct: ThresholdField
})
export type ProposalText = typeof ProposalText.Type

export const Proposal = Schema.Struct({
  ...ProposalText.fields,
  id: ProposalId,
  number: Schema.Int,
  communityId: CommunityId,
  author: AccountAddress,
  threadId: Schema.NullOr(Id),
  weightMode: WeightMode,
  tokenResource: Schema.NullOr(ResourceAddress),
  minMembershipHours: Schema.Int.pipe(Schema.between(0, 720)),
  resultsVisibility: ResultsVisibility,
  action: Schema.NullOr(ProposalAction),
  status: ProposalStatus,
  /** The three members below are set at the opening. */
  snapshot: Schema.NullOr(Snapshot),
  proposalDigest: Schema.NullOr(Digest),
  /** Head of the ballots' chain; the proposal's hash before the first ballot. */
  headHash: Schema.NullOr(Digest),
  ballotCount: Schema.Int,
  tally: Schema.NullOr(Tally),
  outcomeNote: Schema.NullOr(text(0, 1_000)),
  execution: Schema.NullOr(Execution),
  cancelledReason: Schema.NullOr(text(5, 300)),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
})
export type Proposal = typeof Proposal.Type
