/** Rows of proposals, drafts and tallies. Times are Unix milliseconds. */

import type { SqlClient } from "@effect/sql"
import { Schema } from "effect"
import { CommunityId, FractionText } from "~/effects/access/Community"
import { Role } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { TransactionState } from "~/effects/chain/prepared-transactions/Step"
import { AttachmentsColumn } from "~/effects/conversation/attachments/AttachmentsRepo.server"
import { OwnReplies } from "~/effects/conversation/discussion/ownReplies.server"
import { Choice } from "~/effects/governance/votes/ballot/Ballot"
import { ProposalId } from "~/effects/governance/votes/fields"
import { FrozenProposal } from "~/effects/governance/votes/proposal/FrozenProposal"
import {
  Execution,
  Proposal,
  ProposalAction,
  ProposalChoice,
  ProposalText
} from "~/effects/governance/votes/proposal/Proposal"
import { Snapshot } from "~/effects/governance/votes/snapshot"
import { Sums, Tally } from "~/effects/governance/votes/Tally"
import { PersonColumns, personColumns } from "~/effects/people/users/people.server"

// Shared parts of the statements that read proposals for lists.

/** Columns of a card, from the tables in `cardTables`. */
export const cardColumns = `p.id, p.number, p.community_id, p.author, p.kind, p.title, p.summary, p.vote_type, p.choices,
  p.max_selections, p.seats, p.review_hours, p.opens_at, p.closes_at, p.quorum_pct,
  COALESCE(p.threshold_fraction, CAST(p.threshold_pct AS TEXT)) AS threshold_pct, p.weight_mode,
  p.token_resource, p.min_membership_hours, p.results_visibility, p.status, p.is_delayed, p.snapshot,
  p.proposal_digest, p.tally, p.outcome_note, p.cancelled_reason, p.sort_at, p.closed_at, p.published_at, p.version,
  p.created_at, p.updated_at, ${personColumns}, s.sums, s.head,
  v.weight AS own_weight, v.seq AS own_seq, v.digest AS own_digest, v.choice AS own_choice, v.voted_at AS own_at,
  ob.reason AS own_reason, cd.starts_at AS chosen_at, cd.called_off_at, cd.called_off_by, cd.called_off_reason`

/** Joins author, tally, the reader's own vote and the chosen date. A fragment that runs nothing, so it takes `sql` from the caller. */
export const cardTables = (sql: SqlClient.SqlClient, account: AccountAddress | null) =>
  sql`LEFT JOIN users u ON u.account_address = p.author
      LEFT JOIN vote_tallies s ON s.proposal_id = p.id
      LEFT JOIN voters v ON v.proposal_id = p.id AND v.account_address = ${account}
      LEFT JOIN ballots ob ON ob.proposal_id = p.id AND ob.seq = v.seq
      LEFT JOIN chosen_dates cd ON cd.proposal_id = p.id`

const Flag = Schema.transform(Schema.Number, Schema.Boolean, {
  strict: true,
  decode: (n) => n !== 0,
  encode: (flag) => (flag ? 1 : 0)
})
/** A number's text, or a fraction: cardColumns merges the two columns into one text. */
const ThresholdColumn = Schema.Union(
  Schema.compose(Schema.NumberFromString, ProposalText.fields.thresholdPct.members[0]),
  FractionText
)
const json = <A, I>(schema: Schema.Schema<A, I>) => Schema.NullOr(Schema.parseJson(schema))

/** The state of the ledger when the list of voters was started. */
export const Opening = Schema.Struct({
  stateVersion: Schema.Int,
  epoch: Schema.Int,
  takenAt: Schema.String,
  opensAt: Schema.Number
})
export type Opening = typeof Opening.Type

/** The author's signature, with the members of the statement that the row does not contain. */
export const SignedProposal = Schema.Struct({
  publishAt: Schema.String,
  nonce: Schema.String,
  digest: Schema.String,
  publicKey: Schema.String,
  signature: Schema.String,
  curve: Schema.Literal("curve25519", "secp256k1"),
  /** The times that were signed; a delayed opening moves those of the row. */
  opensAt: Schema.optional(Schema.String),
  closesAt: Schema.optional(Schema.String)
})
export type SignedProposal = typeof SignedProposal.Type

const {
  headHash: _head,
  ballotCount: _count,
  choices: _choices,
  action: _action,
  snapshot: _snapshot,
  tally: _tally,
  execution: _execution,
  body: _body,
  threadId: _threadId,
  ...plain
} = Proposal.fields

/** The columns that lists need, without long texts. */
export const CardRow = Schema.Struct({
  ...plain,
  ...PersonColumns.fields,
  thresholdPct: ThresholdColumn,
  choices: Schema.parseJson(Schema.Array(ProposalChoice)),
  isDelayed: Flag,
  snapshot: json(Snapshot),
  tally: json(Tally),
  sortAt: Schema.Number,
  closedAt: Schema.NullOr(Schema.Number),
  publishedAt: Schema.NullOr(Schema.Number),
  version: Schema.Int,
  /** From the tally; null before the opening. */
  sums: json(Sums),
  head: Schema.NullOr(Schema.String),
  ownWeight: Schema.NullOr(Schema.String),
  ownSeq: Schema.NullOr(Schema.Int),
  ownDigest: Schema.NullOr(Schema.String),
  ownChoice: json(Choice),
  ownAt: Schema.NullOr(Schema.Number),
  ownReason: Schema.NullOr(Schema.String),
  /** The beginning of the date that the poll has chosen; null of other proposals. */
  chosenAt: Schema.NullOr(Schema.Number),
  calledOffAt: Schema.NullOr(Schema.Number),
  calledOffBy: Schema.NullOr(AccountAddress),
  calledOffReason: Schema.NullOr(Schema.String)
})
export type CardRow = typeof CardRow.Type

export const ProposalRow = Schema.Struct({
  ...CardRow.fields,
  body: Schema.String,
  tokenSymbol: Schema.NullOr(Schema.String),
  threadNumber: Schema.NullOr(Schema.Int),
  action: json(ProposalAction),
  signed: json(SignedProposal),
  opening: json(Opening),
  frozen: json(FrozenProposal),
  execution: json(Execution),
  dueAt: Schema.NullOr(Schema.Number),
  authorRole: Schema.NullOr(Role),
  /** The transaction that executes it, until the ledger has decided. */
  stepId: Schema.NullOr(Schema.String),
  stepAccount: Schema.NullOr(AccountAddress),
  stepState: Schema.NullOr(TransactionState),
  stepTxId: Schema.NullOr(Schema.String),
  stepProblem: Schema.NullOr(Schema.String),
  stepManifest: Schema.NullOr(Schema.String),
  ownReplies: OwnReplies,
  progressCount: Schema.Int,
  /** Name of the person who called off the date; null without a profile. */
  calledOffName: Schema.NullOr(Schema.String),
  attachments: AttachmentsColumn,
  /** To whom the reader's vote is delegated in this vote, by name or account. */
  delegatedTo: Schema.NullOr(Schema.String),
  /** Of an opened sealed vote: when its round is signed, the signature, and how many ballots are opened. */
  sealedUntil: Schema.NullOr(Schema.Number),
  sealedSignature: Schema.NullOr(Schema.String),
  sealedTries: Schema.NullOr(Schema.Int),
  sealedOpened: Schema.NullOr(Schema.Number)
})
export type ProposalRow = typeof ProposalRow.Type

export const PublicCardRow = Schema.Struct({
  ...CardRow.fields,
  slug: Schema.String,
  communityName: Schema.String,
  logo: Schema.NullOr(Schema.String)
})
export type PublicCardRow = typeof PublicCardRow.Type

/** A counted vote with what carried it out. */
export const DecidedRow = Schema.Struct({ ...CardRow.fields, closedAt: Schema.Number, execution: json(Execution) })
export type DecidedRow = typeof DecidedRow.Type

/** Content of `proposal_versions.text`: a former text. */
export const VersionText = Schema.Struct({
  title: Schema.String,
  summary: Schema.String,
  body: Schema.String,
  choices: Schema.Array(ProposalChoice)
})

/** An action before its proposal is published. */
export const DraftAction = ProposalAction
export type DraftAction = typeof DraftAction.Type

export const DraftRow = Schema.Struct({
  id: ProposalId,
  communityId: CommunityId,
  author: AccountAddress,
  ...PersonColumns.fields,
  title: Schema.String,
  fields: Schema.parseJson(Schema.Record({ key: Schema.String, value: Schema.Unknown })),
  action: json(DraftAction),
  threadNumber: Schema.NullOr(Schema.Int),
  /** Name of the template that it was started from. */
  template: Schema.NullOr(Schema.String),
  secret: Schema.String,
  version: Schema.Int,
  updatedAt: Schema.Number
})
export type DraftRow = typeof DraftRow.Type
