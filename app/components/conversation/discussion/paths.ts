import { insidePath } from "~/components/base/site/inside-path"

export const discussionHref = (communityId: string, search = ""): string =>
  `${insidePath(communityId, "discussion")}${search}`

export const threadHref = (communityId: string, number: number): string =>
  discussionHref(communityId, `?thread=${number}`)

/** The address of a page of comments that opens one form; without `post` the form is about the thread itself. */
export const formHref = (path: string, what: string, post?: string): string =>
  `${path}&do=${what}${post === undefined ? "#form" : `&post=${post}#form`}`
