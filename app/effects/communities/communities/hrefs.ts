/** Addresses inside a community that other features lead to. Pages load this file. */

/** The parameter that joining adds to the page it leads to. */
export const JOINED = "joined"
export const joinedHref = (path: string): string => {
  const url = new URL(path, "http://local.invalid")
  url.searchParams.set(JOINED, "1")
  return `${url.pathname}${url.search}${url.hash}`
}
export const keepersHref = (communityId: string, number?: number): string =>
  `/community/detail/${communityId}/keepers${number === undefined ? "" : `?act=${number}`}`
/** What waits for an account there: also for who is no member. */
export const claimsHref = (communityId: string): string => `/userDashboard/claims/${communityId}`
export const badgesHref = (communityId: string): string => `/community/detail/${communityId}?panel=badges`
/** Where moderators keep templates for proposals. */
export const templatesHref = (communityId: string): string => `/community/detail/${communityId}/templates`
