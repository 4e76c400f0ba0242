/** Loader of the layout inside a community: header, tabs, and the reader's role. */
import { Effect } from "effect"
import type { Inside } from "~/effects/access/Inside"
import { roleNow } from "~/effects/access/permissions"
import { randomId } from "~/effects/base/text/random.server"
import type { CommunityFrame } from "../frame"
import { inside } from "../inside.server"

/** `formKey` is the page's idempotency key: a form that is sent twice has one effect. */
export const frameOf = (
  { community, isFollowing = false, communityRole: { provenAt: _, ...communityRole } }: Inside,
  formKey: string
): CommunityFrame => {
  const {
    cover,
    createdAt,
    id,
    joinPolicy,
    joinToken,
    logo,
    name,
    slug,
    stage,
    tagline,
    tokenResource,
    tokenSymbol,
    visibility
  } = community
  return {
    id,
    slug,
    name,
    tagline,
    logo,
    cover,
    visibility,
    stage,
    createdAt,
    joinPolicy,
    joinToken,
    tokenResource,
    tokenSymbol,
    isVerified: community.verifiedAt !== null,
    members: community.memberCount,
    openProposals: community.openProposals,
    role: roleNow(communityRole),
    isFollowing,
    communityRole,
    formKey
  }
}

export const frame = Effect.zipWith(inside, randomId(20), frameOf)
