/** Where a community's pages are. On its own, because public pages lead there too (docs/goals.md A1). */
export const insidePath = (id: string, path = ""): string => `/community/detail/${id}${path === "" ? "" : `/${path}`}`

/** Where the skip link of a proposal's page leads. */
export const VOTE_ID = "vote"
