/** Members, applications and invitations as their page shows them. Types only, except for decoding rows. */

import { Schema } from "effect"
import { CommunityId } from "~/effects/access/Community"
import { MembershipStatus, Role } from "~/effects/access/Membership"
import { AccountAddress } from "~/effects/base/addresses/addresses"

/** One row of the list. */
export const Member = Schema.Struct({
  account: AccountAddress,
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
  account: AccountAddress,
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

/** How an invitation by e-mail is or ended. `undeliverable`: its e-mail was not or cannot be delivered. */
export const InviteState = Schema.Literal("waiting", "accepted", "declined", "withdrawn", "expired", "undeliverable")
export type InviteState = typeof InviteState.Type

export const EmailInvite = Schema.Struct({
  email: Schema.String,
  /** The name in the list; empty if it had none. */
  invitee: Schema.String,
  state: InviteState,
  emails: Schema.Int,
  emailedAt: Schema.Number,
  expiresAt: Schema.Number,
  /** Who has joined with it: anyone who had the link. */
  usedBy: Schema.NullOr(Schema.String),
  username: Schema.NullOr(Schema.String)
})
export type EmailInvite = typeof EmailInvite.Type

/** An invitation to the verified e-mail address of the reader. */
export const WaitingInvitation = Schema.Struct({
  code: Schema.String,
  communityId: CommunityId,
  name: Schema.String,
  expiresAt: Schema.Number
})
export type WaitingInvitation = typeof WaitingInvitation.Type
