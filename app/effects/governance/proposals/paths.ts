/** Addresses of proposals. Pure; pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { ProposalId } from "~/effects/governance/votes/fields"

export const proposalsPath = (communityId: CommunityId): string => `/community/detail/${communityId}/proposals`

export const proposalPath = (communityId: CommunityId, number: number): string =>
  `${proposalsPath(communityId)}?p=${number}`

export const draftPath = (communityId: CommunityId, id: ProposalId): string =>
  `${proposalsPath(communityId)}?new=1&draft=${id}`

/** For readers to whom the author gives the address. */
export const draftReviewPath = (communityId: CommunityId, id: ProposalId, secret: string): string =>
  `${proposalsPath(communityId)}?draft=${id}&secret=${secret}`

export const publicProposalPath = (slug: string, number: number): string => `/explore/${slug}/proposals/${number}`

/** The statement that the author signed, as a file; of an earlier version if one is named. */
export const signedFilePath = (communityId: CommunityId, number: number, version?: number): string =>
  `/api/proposals/${communityId}/${number}/file${version === undefined ? "" : `?version=${version}`}`

/** Below it is each file, by its id. A draft has its id in place of the number. */
export const proposalFilesPath = (communityId: CommunityId, numberOrDraft: number | string): string =>
  `/api/proposals/${communityId}/${numberOrDraft}/files`

/** The register of a year's decisions, and the agenda of a meeting. */
export const decisionsPath = (communityId: CommunityId, search = ""): string =>
  `/community/detail/${communityId}/decisions${search === "" ? "" : `?${search}`}`
