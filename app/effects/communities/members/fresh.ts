/** The reader's role under the lock of a write, since that of the request may be out of date. Pure. */

import type { MembershipStatus, Role } from "~/effects/access/Membership"
import type { CommunityRole } from "~/effects/access/permissions"

interface Known {
  readonly role: Role
  readonly status: MembershipStatus
  readonly joinedAt: number
  readonly suspendedUntil: number | null
}

export const roleNowOf = (communityRole: CommunityRole, known: Known | undefined): CommunityRole => ({
  ...communityRole,
  membership:
    known === undefined
      ? null
      : {
          role: known.role,
          status: known.status,
          joinedAt: known.joinedAt,
          suspendedUntil: known.suspendedUntil
        }
})
