/** Members, applications and invitations as their page shows them. Types only, except for decoding rows. */
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

/** A person who applies to join. */
export const Application = Schema.Struct({
  account: Schema.String,
  appliedAt: Schema.Number,
  note: Schema.NullOr(Schema.String),
  /** 1 if the person was removed before, so that only the owner decides. */
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
  /** Name of the person who made it. */
  username: Schema.NullOr(Schema.String)
})
export type Invite = typeof Invite.Type
