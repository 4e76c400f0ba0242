/** Addresses inside a community that other features lead to. Pages load this file. */
export const keepersHref = (communityId: string, number?: number): string =>
  `/community/detail/${communityId}/keepers${number === undefined ? "" : `?act=${number}`}`
/** What waits for an account there: also for who is no member. */
export const claimsHref = (communityId: string): string => `/userDashboard/claims/${communityId}`
export const badgesHref = (communityId: string): string => `/community/detail/${communityId}?panel=badges`
/** Where moderators keep templates for proposals. */
export const templatesHref = (communityId: string): string => `/community/detail/${communityId}/templates`
