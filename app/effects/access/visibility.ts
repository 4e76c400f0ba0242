/**
 * Who may see a community. Pure, no imports except types: pages, feeds, exports and the server's refusals all use it,
 * so that "not found" and "not yours" cannot be told apart (docs/product/access.md, docs/product/errors.md).
 */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { Stage, Visibility } from "./Community"
import type { MembershipStatus } from "./Membership"

interface Subject {
  readonly visibility: Visibility
  readonly stage: Stage
  readonly ownerAddress: string
}

export interface Viewer {
  /** A proven account, or null for a visitor. */
  readonly account: AccountAddress | null
  /** That account's membership in this community. */
  readonly membership: { readonly status: MembershipStatus } | null
}

export const nobody: Viewer = { account: null, membership: null }

/** Whether it appears in the directory, in searches and in totals. The database computes the same as `listed`. */
export const isListed = ({ stage, visibility }: Omit<Subject, "ownerAddress">): boolean =>
  visibility === "public" && (stage === "live" || stage === "deploying" || stage === "deployed")

/** Whether it has public pages below /explore/{slug}. Private communities never have. */
export const hasPublicProfile = ({ stage, visibility }: Omit<Subject, "ownerAddress">): boolean =>
  visibility !== "private" && stage !== "draft"

/**
 * Whether the viewer may read its inside. A draft is readable to its founder, a private community to its active
 * members.
 */
export const canRead = (community: Subject, viewer: Viewer): boolean => {
  const isOwner = viewer.account !== null && viewer.account === community.ownerAddress
  if (isOwner) return true
  if (community.stage === "draft") return false
  return community.visibility !== "private" || viewer.membership?.status === "active"
}
