/** Addresses inside a community that other features lead to. Pages load this file. */
export const badgesHref = (communityId: string): string => `/community/detail/${communityId}?panel=badges`
