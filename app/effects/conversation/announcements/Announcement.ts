/**
 * Announcement: a message to a whole community from a person who may announce (docs/product/conversation.md).
 * Isomorphic.
 */
import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { AccountAddress } from "~/effects/base/addresses/addresses"

export const AnnouncementId = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/), Schema.brand("AnnouncementId"))
export type AnnouncementId = typeof AnnouncementId.Type

export const AnnouncementState = Schema.Literal("draft", "scheduled", "published", "withdrawn")
export type AnnouncementState = typeof AnnouncementState.Type

export const Importance = Schema.Literal("normal", "important")
export type Importance = typeof Importance.Type

/**
 * A signature over the statement of this announcement, with those of its fields that the row does not store
 * (docs/product/votes.md).
 */
export const SignedAs = Schema.Struct({
  /** The text as it was signed; corrections change the announcement, never this. */
  title: Schema.String,
  body: Schema.String,
  /** ISO instant. */
  publishAt: Schema.String,
  /** 32 hex digits. */
  nonce: Schema.String,
  /** 64 hex digits. */
  digest: Schema.String,
  publicKey: Schema.String,
  signature: Schema.String,
  curve: Schema.Literal("curve25519", "secp256k1")
})
export type SignedAs = typeof SignedAs.Type

/** One decoded row of the table. Times are Unix milliseconds. */
export const Announcement = Schema.Struct({
  id: AnnouncementId,
  communityId: CommunityId,
  /** Null until members can see it. */
  number: Schema.NullOr(Schema.Int),
  issuer: AccountAddress,
  title: Schema.String,
  /** Markdown. */
  body: Schema.String,
  importance: Importance,
  pinnedUntil: Schema.NullOr(Schema.Number),
  /** Null for a draft that will be published immediately. */
  publishAt: Schema.NullOr(Schema.Number),
  state: AnnouncementState,
  signed: Schema.NullOr(Schema.parseJson(SignedAs)),
  correctedAt: Schema.NullOr(Schema.Number),
  withdrawnAt: Schema.NullOr(Schema.Number),
  withdrawnReason: Schema.NullOr(Schema.String),
  readCount: Schema.Int,
  version: Schema.Int,
  createdAt: Schema.Number,
  updatedAt: Schema.Number
})
export type Announcement = typeof Announcement.Type

export const Correction = Schema.Struct({
  version: Schema.Int,
  at: Schema.Number,
  actor: Schema.String,
  reason: Schema.String,
  beforeTitle: Schema.String,
  beforeBody: Schema.String,
  afterTitle: Schema.String,
  afterBody: Schema.String
})
export type Correction = typeof Correction.Type

/** A new announcement or draft, as the form submitted it. */
export interface Issue extends Pick<Announcement, "title" | "body" | "importance" | "pinnedUntil" | "issuer"> {
  readonly id: AnnouncementId
  readonly communityId: CommunityId
  /** Null for now. */
  readonly publishAt: number | null
  /** A verified signature; null for an unsigned one. */
  readonly signed: SignedAs | null
}

/** The page of a published announcement. */
export const announcementPath = ({ communityId, number }: Pick<Announcement, "communityId" | "number">): string =>
  `/community/detail/${communityId}/annissued?a=${number}`
