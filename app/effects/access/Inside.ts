import type { Community } from "./Community"
import type { MembershipStatus, Role } from "./Membership"
import type { CommunityRole } from "./permissions"
import type { Visitor } from "./Visitor"

/** A community and the reader's membership in it; null for a person who was never a member. */
export interface FoundCommunity {
  readonly community: Community
  readonly membership: {
    readonly role: Role
    readonly status: MembershipStatus
    /** Unix milliseconds. */
    readonly joinedAt: number
    readonly suspendedUntil: number | null
  } | null
  /** Receives notifications without being a member. */
  readonly isFollowing?: boolean
}

/** A community as the caller may see it, and what the caller may do in it. */
export interface Inside extends FoundCommunity {
  /** Null without a session: public and unlisted communities can be read without one. */
  readonly visitor: Visitor | null
  readonly communityRole: CommunityRole
}
