import { insidePath } from "~/components/base/site/inside-path"
import type { CommunityId } from "~/effects/access/Community"

export const discussionHref = (communityId: CommunityId, search = ""): string =>
  `${insidePath(communityId, "discussion")}${search}`

export const threadHref = (communityId: CommunityId, number: number): string =>
  discussionHref(communityId, `?thread=${number}`)

/** The address of a page of comments that opens one form; without `post` the form is about the thread itself. */
export const formHref = (path: string, what: string, post?: string): string =>
  `${path}&do=${what}${post === undefined ? "#form" : `&post=${post}#form`}`
