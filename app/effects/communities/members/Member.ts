/** Members, applications and invitations as their page shows them. Types only, but for what decodes rows. */
import { Schema } from "effect"
import { MembershipStatus, Role } from "~/effects/access/Membership"

/** One row of the list. */
export const Member = Schema.Struct({
  account: Schema.String,
  role: Role,
  status: MembershipStatus,
  weight: Schema.Int,
  /** Unix milliseconds. */
  joinedAt: Schema.Number,
  suspendedUntil: Schema.NullOr(Schema.Number),
  nameKey: Schema.String,
  /** Null for an account whose profile was removed. */
  username: Schema.NullOr(Schema.String),
  picture: Schema.NullOr(Schema.String)
})
export type Member = typeof Member.Type

/** A person who asks to join. */
export const Application = Schema.Struct({
  account: Schema.String,
  appliedAt: Schema.Number,
  note: Schema.NullOr(Schema.String),
  /** 1: removed before, so the owner decides. */
  ownerDecides: Schema.Int,
  username: Schema.NullOr(Schema.String),
  picture: Schema.NullOr(Schema.String),
  bio: Schema.NullOr(Schema.String)
})
export type Application = typeof Application.Type

export const Invite = Schema.Struct({
  code: Schema.String,
  maxUses: Schema.Int,
  uses: Schema.Int,
  expiresAt: Schema.Number,
  createdAt: Schema.Number,
  createdBy: Schema.String,
  /** Of who made it. */
  username: Schema.NullOr(Schema.String)
})
export type Invite = typeof Invite.Type
