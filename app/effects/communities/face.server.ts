/** GET /explore/{slug}: what anybody may read of a community (product D-08). Private ones and drafts have no face. */
import { Effect } from "effect"
import { safeHref } from "../articles/markdown/hrefs"
import { parseMarkdown } from "../articles/markdown/parseMarkdown.server"
import { NotThere } from "../failures"
import { visitor } from "../wallet-session/visitor.server"
import { addressesOf } from "./addresses"
import { Communities } from "./Communities.server"
import type { Community } from "./Community"
import type { CommunityFace } from "./face"
import { hasPublicFace } from "./visibility"

const faceOf = (community: Community): Omit<CommunityFace, "role"> => ({
  id: community.id,
  slug: community.slug,
  name: community.name,
  tagline: community.tagline,
  logo: community.logo,
  cover: community.cover,
  tags: community.tags,
  isUnlisted: community.visibility !== "public",
  isArchived: community.stage === "archived",
  isVerified: community.verifiedAt !== null,
  joinPolicy: community.joinPolicy,
  joinToken: community.joinToken,
  tokenResource: community.tokenResource,
  tokenSymbol: community.tokenSymbol,
  description: parseMarkdown(community.description, { userText: true, anchorPrefix: "about-" }),
  rules: parseMarkdown(community.rules, { userText: true, anchorPrefix: "rules-" }),
  links: community.links.filter(({ url }) => safeHref(url) !== undefined),
  addresses: addressesOf(community),
  governance: community.governance,
  members: community.memberCount,
  openProposals: community.openProposals,
  threads: community.threadCount,
  createdAt: community.createdAt
})

export const facePage = Effect.fn("facePage")(function* (slug: string) {
  const who = yield* visitor
  const communities = yield* Communities
  const { community, membership } = yield* communities.bySlug(slug, who?.account ?? null)
  if (!hasPublicFace(community)) return yield* new NotThere({})
  const face: CommunityFace = {
    ...faceOf(community),
    role: membership?.status === "active" ? membership.role : null
  }
  return face
})
