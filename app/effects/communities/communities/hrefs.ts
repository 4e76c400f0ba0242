/** Paths inside a community that other features link to. Pages load this file. */
import type { CommunityId } from "~/effects/access/Community"

/** Parameter that joining adds to the page it redirects to. */
export const JOINED = "joined"
export const joinedHref = (path: string): string => {
  const url = new URL(path, "http://local.invalid")
  url.searchParams.set(JOINED, "1")
  return `${url.pathname}${url.search}${url.hash}`
}
export const signersHref = (communityId: CommunityId, number?: number): string =>
  `/community/detail/${communityId}/signers${number === undefined ? "" : `?act=${number}`}`
/** Claims of the reader there, who need not be a member. */
export const claimsHref = (communityId: CommunityId): string => `/userDashboard/claims/${communityId}`
export const badgesHref = (communityId: CommunityId): string => `/community/detail/${communityId}?panel=badges`
/** Where moderators manage the templates for proposals. */
export const templatesHref = (communityId: CommunityId): string => `/community/detail/${communityId}/templates`
