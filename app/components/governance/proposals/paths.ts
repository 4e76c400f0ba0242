import { insidePath } from "~/components/base/site/inside-path"
import type { CommunityId } from "~/effects/access/Community"

export const proposalsHref = (communityId: CommunityId, search = ""): string =>
  `${insidePath(communityId, "proposals")}${search}`

export const proposalHref = (communityId: CommunityId, number: number): string =>
  proposalsHref(communityId, `?p=${number}`)

/** The public page of a vote. */
export const publicProposalHref = (slug: string, number: number): string => `/explore/${slug}/proposals/${number}`
