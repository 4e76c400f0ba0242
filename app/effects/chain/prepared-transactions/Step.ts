/**
 * A prepared transaction, from its manifest to its confirmation (docs/ledger.md). Types and pure functions only: pages
 * load this file.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { LeaseView } from "./lease"

/**
 * - `waiting`: prepared; no transaction was reported yet
 * - `sent`: a transaction was named, and the ledger has not decided
 * - `committed`: committed; its results are not read back yet
 * - `verified`: read back and confirmed
 * - `rejected`, `failed`: the ledger rejected it, or it failed; nothing changed
 * - `expired`: the ledger never saw it, and it is too old by now
 * - `mismatch`: the named transaction is a different one, or its results are not those prepared
 * - `replaced`: prepared again or discarded before it was submitted
 */
export const TransactionState = Schema.Literal(
  "waiting",
  "sent",
  "committed",
  "verified",
  "rejected",
  "failed",
  "expired",
  "mismatch",
  "replaced"
)
export type TransactionState = typeof TransactionState.Type

export const Step = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  /** Name of the kind that confirms it (kinds.server.ts). */
  kind: Schema.String,
  /** What it is about: a batch, a bond, the community itself. */
  related: Schema.String,
  /** Idempotency key: at most one transaction with this key is ever committed. */
  idempotencyKey: Schema.String,
  /** The account that is asked to sign. */
  account: AccountAddress,
  manifest: Schema.String,
  /** SHA-256 of its instructions, independent of bucket names. */
  fingerprint: Schema.String,
  /** JSON that the kind needs to confirm it. */
  detail: Schema.String,
  state: TransactionState,
  /** `txid_…` */
  txId: Schema.NullOr(Schema.String),
  stateVersion: Schema.NullOr(Schema.Number),
  /** Why it failed, in words. */
  problem: Schema.NullOr(Schema.String),
  /** Unix milliseconds. */
  sentAt: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
})
export type Step = typeof Step.Type

/** A row with its lease columns; null if no wallet has it. */
export const FoundStep = Schema.Struct({
  ...Step.fields,
  leaseAccount: Schema.NullOr(AccountAddress),
  leaseHolder: Schema.NullOr(Schema.String),
  leasedAt: Schema.NullOr(Schema.Number),
  leasedUntil: Schema.NullOr(Schema.Number)
})
export type FoundStep = typeof FoundStep.Type

/** A prepared transaction as pages get it. */
export interface StepView
  extends Pick<Step, "id" | "communityId" | "kind" | "account" | "manifest" | "state" | "txId" | "problem"> {
  /** Topic of its live events. */
  readonly topic: string
  /** Null if no wallet has it. */
  readonly lease: LeaseView | null
  /** The ledger could not be reached; this is the last known state. */
  readonly isStale: boolean
}

/** The state is final. */
export const isOver = (state: TransactionState): boolean =>
  state !== "waiting" && state !== "sent" && state !== "committed"

/** It was not committed, so the same thing can be prepared again. */
export const mayTryAgain = (state: TransactionState): boolean => isOver(state) && state !== "verified"
