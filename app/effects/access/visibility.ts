/**
 * Who may see a community at all. Pure, no imports but types: pages, feeds, exports and the server's refusals all ask
 * here, so that "not there" and "not yours" can never come apart (docs/product/access.md, 3.2; D-08;
 * docs/product/errors.md, D20).
 */
import type { Stage, Visibility } from "./Community"
import type { MembershipStatus } from "./Membership"

interface Subject {
  readonly visibility: Visibility
  readonly stage: Stage
  readonly ownerAddress: string
}

export interface Viewer {
  /** A proven account, or nobody. */
  readonly account: string | null
  /** Of that account in this community. */
  readonly membership: { readonly status: MembershipStatus } | null
}

export const nobody: Viewer = { account: null, membership: null }

/** In the directory, in searches, in totals. The database computes the same as `listed`. */
export const isListed = ({ stage, visibility }: Omit<Subject, "ownerAddress">): boolean =>
  visibility === "public" && (stage === "live" || stage === "deploying" || stage === "deployed")

/** Has pages that anybody may open by their address: everything below /explore/{slug}. Private ones never have. */
export const hasPublicProfile = ({ stage, visibility }: Omit<Subject, "ownerAddress">): boolean =>
  visibility !== "private" && stage !== "draft"

/** Its inside. A draft is its founder's; a private community its active members'. */
export const canRead = (community: Subject, viewer: Viewer): boolean => {
  const isOwner = viewer.account !== null && viewer.account === community.ownerAddress
  if (isOwner) return true
  if (community.stage === "draft") return false
  return community.visibility !== "private" || viewer.membership?.status === "active"
}
