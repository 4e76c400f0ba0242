import type { Community } from "./Community"
import type { MembershipStatus, Role } from "./Membership"
import type { CommunityStanding } from "./permissions"
import type { Visitor } from "./Visitor"

/** A community and what the reader is in it; null for a person who never was. */
export interface FoundCommunity {
  readonly community: Community
  readonly membership: {
    readonly role: Role
    readonly status: MembershipStatus
    /** Unix milliseconds. */
    readonly joinedAt: number
    readonly suspendedUntil: number | null
  } | null
  /** Hears of it without being a member. */
  readonly isFollowing?: boolean
}

/** A community as the caller may see it, and what the caller may do there. */
export interface Inside extends FoundCommunity {
  /** Null without a session: public and unlisted communities may be read all the same. */
  readonly visitor: Visitor | null
  readonly standing: CommunityStanding
}
