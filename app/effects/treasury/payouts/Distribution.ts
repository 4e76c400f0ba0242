/**
 * A payout to many accounts, with its rows and batches (docs/product/treasury.md). Isomorphic; times are Unix
 * milliseconds.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress, ResourceAddress } from "~/effects/base/addresses/addresses"
import { AmountText } from "~/effects/base/amounts/AmountText"
import { rowOf } from "~/effects/base/amounts/rowOf"
import { ListReading } from "~/effects/base/lists/ListReading"
import { ProposalId } from "~/effects/governance/votes/fields"

/** Removes trailing zeros of decimals, because a list may have more of them than the ledger has decimal places. */
export const withoutZeros = (amount: string): string => amount.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "")

export const DistributionId = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/), Schema.brand("DistributionId"))
export type DistributionId = typeof DistributionId.Type

export const Purpose = Schema.Literal("grant", "reward", "coupon", "other")
export type Purpose = typeof Purpose.Type

/**
 * - `draft`: rows are being edited
 * - `checked`: every row can be paid; a vote decides
 * - `approved`: can be sent
 * - `running`: batches are being paid
 * - `done`, `stopped`: nothing more is sent
 */
export const DistributionState = Schema.Literal("draft", "checked", "approved", "running", "done", "stopped")
export type DistributionState = typeof DistributionState.Type

/** `direct`: accounts that accept deposits are paid directly, the others claim. `claim`: everyone claims. */
export const Mode = Schema.Literal("direct", "claim")
export type Mode = typeof Mode.Type

/**
 * Rule that selects recipients and amounts. With `who: "role"`, `which` is the role; with `"voters"`, the proposal's
 * number.
 */
export const PayRule = Schema.Struct({
  who: Schema.Literal("all", "role", "voters", "holders"),
  /** A role, a proposal's number, or empty. */
  which: Schema.String,
  how: Schema.Literal("equal", "weight", "amount"),
  /** The pool; with `amount`, what each recipient gets. */
  pool: AmountText
})
export type PayRule = typeof PayRule.Type

/** Schedule of a recurring payout. Unix milliseconds at the start of days in UTC; the last day is included. */
export const Rhythm = Schema.Struct({
  every: Schema.Literal("week", "month"),
  first: Schema.Number,
  last: Schema.Number
})
export type Rhythm = typeof Rhythm.Type

const Counted = Schema.Struct({
  rowsTotal: Schema.Int,
  rowsReady: Schema.Int,
  rowsWrong: Schema.Int,
  rowsExcluded: Schema.Int,
  rowsSent: Schema.Int,
  rowsClaimable: Schema.Int,
  rowsClaimed: Schema.Int,
  rowsRecovered: Schema.Int,
  rowsLeft: Schema.Int,
  chunksTotal: Schema.Int,
  chunksDone: Schema.Int
})

/** A decoded row of the table. */
export const Distribution = Schema.Struct({
  ...Counted.fields,
  id: DistributionId,
  communityId: CommunityId,
  number: Schema.Int,
  /** The account that prepared it. */
  account: AccountAddress,
  purpose: Purpose,
  title: Schema.String,
  note: Schema.String,
  resource: ResourceAddress,
  symbol: Schema.String,
  divisibility: Schema.Int,
  /** The rows of `expenses` never change: each names what it pays. */
  source: Schema.Literal("csv", "rule", "expenses"),
  rule: Schema.NullOr(Schema.parseJson(PayRule)),
  /** What was understood of the list; null for other payouts. */
  reading: Schema.NullOr(Schema.parseJson(ListReading)),
  /** State version of the ledger at which the rule's balances were read. */
  recordVersion: Schema.NullOr(Schema.Number),
  recordAt: Schema.NullOr(Schema.Number),
  /** Null for a payout that is paid once. */
  rhythm: Schema.NullOr(Schema.parseJson(Rhythm)),
  announcedUntil: Schema.Number,
  mode: Mode,
  chunkSize: Schema.Int,
  total: AmountText,
  remainder: AmountText,
  /** Hash of the checked rows; a vote approves exactly these. */
  digest: Schema.NullOr(Schema.String),
  proposalId: Schema.NullOr(ProposalId),
  recoverDays: Schema.NullOr(Schema.Int),
  recoverAfter: Schema.NullOr(Schema.Number),
  state: DistributionState,
  paused: Schema.Int,
  startedVersion: Schema.NullOr(Schema.Number),
  startedAt: Schema.NullOr(Schema.Number),
  finishedAt: Schema.NullOr(Schema.Number),
  version: Schema.Int,
  createdAt: Schema.Number,
  updatedAt: Schema.Number
}).annotations(rowOf("distributions"))
export type Distribution = typeof Distribution.Type

export const RowState = Schema.Literal(
  "valid",
  "error",
  "excluded",
  "sent",
  "claimable",
  "claimed",
  "recovered",
  "left",
  "skipped"
)
export type RowState = typeof RowState.Type

export const DistributionRow = Schema.Struct({
  id: Schema.String,
  distributionId: DistributionId,
  communityId: CommunityId,
  line: Schema.Int,
  account: Schema.String,
  /** As written in the list, until the check is passed. */
  amount: Schema.String,
  note: Schema.String,
  state: RowState,
  error: Schema.NullOr(Schema.String),
  chunk: Schema.NullOr(Schema.Int),
  /** The row is not paid before this; null unless the payout recurs. */
  dueAt: Schema.NullOr(Schema.Number),
  txId: Schema.NullOr(Schema.String)
})
export type DistributionRow = typeof DistributionRow.Type

/** A row that passed the check: its account and amount can be paid. */
export const PayableRow = Schema.Struct({
  ...DistributionRow.fields,
  account: AccountAddress,
  amount: Schema.transform(Schema.String, Schema.String, {
    strict: true,
    decode: withoutZeros,
    encode: (text) => text
  }).pipe(Schema.compose(AmountText))
}).annotations(rowOf("distribution_rows"))
export type PayableRow = typeof PayableRow.Type

/**
 * State of a batch. `signing`: a wallet was asked; `pending`: the ledger has not decided; `skipped`: it is not paid.
 */
export const BatchState = Schema.Literal("ready", "signing", "pending", "committed", "failed", "rejected", "skipped")
export type BatchState = typeof BatchState.Type

export const Batch = Schema.Struct({
  distributionId: DistributionId,
  n: Schema.Int,
  people: Schema.Int,
  amount: AmountText,
  /** Hash of its rows; stored on the ledger next to the idempotency key. */
  hash: Schema.String,
  dueAt: Schema.NullOr(Schema.Number),
  state: BatchState,
  stepId: Schema.NullOr(Schema.String),
  txId: Schema.NullOr(Schema.String),
  error: Schema.NullOr(Schema.String),
  updatedAt: Schema.Number
}).annotations(rowOf("distribution_chunks", ["distributionId", "n"]))
export type Batch = typeof Batch.Type

export const pathOf = (communityId: CommunityId, number: number): string =>
  `/community/detail/${communityId}/tokenDistribution?d=${number}`
