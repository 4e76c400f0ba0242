import { insidePath } from "~/components/base/site/inside-path"

export const proposalsHref = (communityId: string, search = ""): string =>
  `${insidePath(communityId, "proposals")}${search}`

export const proposalHref = (communityId: string, number: number): string => proposalsHref(communityId, `?p=${number}`)

/** The public page of a vote. */
export const publicProposalHref = (slug: string, number: number): string => `/explore/${slug}/proposals/${number}`
