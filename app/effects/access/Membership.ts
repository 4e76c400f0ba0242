/**
 * Membership: one account in one community (docs/product/communities.md). The row remains when a person leaves, with
 * another status.
 */
import { Schema } from "effect"
import { AccountAddress } from "~/effects/base/addresses/addresses"
import { CommunityId } from "./Community"

export const Role = Schema.Literal("member", "moderator", "owner")
export type Role = typeof Role.Type

export const MembershipStatus = Schema.Literal("applied", "active", "suspended", "left", "removed")
export type MembershipStatus = typeof MembershipStatus.Type

export const Membership = Schema.Struct({
  communityId: CommunityId,
  accountAddress: AccountAddress,
  role: Role,
  status: MembershipStatus,
  /** Used only if votes are counted by assigned weight (`assigned`). */
  weight: Schema.Int.pipe(Schema.between(0, 1000)),
  /** Unix milliseconds; for an application, when it was made. */
  joinedAt: Schema.Number,
  invitedBy: Schema.NullOr(Schema.String),
  applicationNote: Schema.NullOr(Schema.String.pipe(Schema.maxLength(500))),
  suspendedUntil: Schema.NullOr(Schema.Number),
  reason: Schema.NullOr(Schema.String),
  notifications: Schema.Literal("all", "important", "none"),
  lastReadAt: Schema.NullOr(Schema.Number)
})
export type Membership = typeof Membership.Type
