/** The loader of everything inside a community: header, tabs, and what the reader is here. */
import { Effect } from "effect"
import { roleNow } from "../access/permissions"
import type { CommunityFrame } from "./frame"
import { inside } from "./inside.server"

export const frame = Effect.map(inside, ({ community, standing: { provenAt: _, ...standing } }): CommunityFrame => {
  const { cover, id, joinPolicy, joinToken, logo, name, slug, stage, tagline, tokenResource, tokenSymbol, visibility } =
    community
  return {
    id,
    slug,
    name,
    tagline,
    logo,
    cover,
    visibility,
    stage,
    joinPolicy,
    joinToken,
    tokenResource,
    tokenSymbol,
    isVerified: community.verifiedAt !== null,
    members: community.memberCount,
    openProposals: community.openProposals,
    role: roleNow(standing),
    standing
  }
})
