/**
 * Step: one transaction that a wallet is asked for, from its manifest to its proof (docs/ledger.md, "prove it"). Types
 * and pure words only: pages load this file.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import type { LeaseView } from "./lease"

/**
 * - `waiting`: prepared; nobody has told of a transaction yet
 * - `sent`: a transaction was named, and the ledger has not decided on it
 * - `committed`: it happened; what it did is not read back yet
 * - `verified`: read back, and all is as it must be
 * - `rejected`, `failed`: the ledger would not take it, or it ran and failed; nothing changed
 * - `expired`: the ledger never saw it, and it is too old by now
 * - `mismatch`: the named transaction is another one, or what it left behind is not what was prepared
 * - `replaced`: prepared anew before it was sent
 */
export const StepState = Schema.Literal(
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
export type StepState = typeof StepState.Type

export const Step = Schema.Struct({
  id: Schema.String,
  communityId: CommunityId,
  /** Names who proves it (kinds.server.ts). */
  kind: Schema.String,
  /** What it is about: a batch, a series, the community itself. */
  related: Schema.String,
  /** Of all steps with this key, one at most ever happens. */
  onceKey: Schema.String,
  /** Who is asked to sign. */
  account: AccountAddress,
  manifest: Schema.String,
  /** SHA-256 of its instructions, whatever their buckets are called. */
  fingerprint: Schema.String,
  /** What the kind wants to find again, as JSON. */
  detail: Schema.String,
  state: StepState,
  /** `txid_…` */
  txId: Schema.NullOr(Schema.String),
  stateVersion: Schema.NullOr(Schema.Number),
  /** Why it did not go well, in words. */
  problem: Schema.NullOr(Schema.String),
  /** Unix milliseconds. */
  sentAt: Schema.NullOr(Schema.Number),
  createdAt: Schema.Number,
  updatedAt: Schema.Number
})
export type Step = typeof Step.Type

/** As it is read, with who was handed it; null where nobody was. */
export const FoundStep = Schema.Struct({
  ...Step.fields,
  leaseAccount: Schema.NullOr(AccountAddress),
  leaseHolder: Schema.NullOr(Schema.String),
  leasedAt: Schema.NullOr(Schema.Number),
  leasedUntil: Schema.NullOr(Schema.Number)
})
export type FoundStep = typeof FoundStep.Type

/** What a page knows of a step. */
export interface StepView
  extends Pick<Step, "id" | "communityId" | "kind" | "account" | "manifest" | "state" | "txId" | "problem"> {
  /** What live events about it carry. */
  readonly topic: string
  /** Whose wallet has it; null where nobody's has. */
  readonly lease: LeaseView | null
  /** The ledger could not be asked just now; this is what was known. */
  readonly isStale: boolean
}

/** Nothing more will happen to it by itself. */
export const isOver = (state: StepState): boolean => state !== "waiting" && state !== "sent" && state !== "committed"

/** It did not happen; the same thing may be prepared again. */
export const mayTryAgain = (state: StepState): boolean => isOver(state) && state !== "verified"
