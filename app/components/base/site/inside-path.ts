/** Paths of a community's pages. A separate file, because public pages link there too (docs/goals.md A1). */
export const insidePath = (id: string, path = ""): string => `/community/detail/${id}${path === "" ? "" : `/${path}`}`

/** Target of the skip link on a proposal's page. */
export const VOTE_ID = "vote"
