import type { PostRef } from "~/effects/conversation/discussion/Post"
import type { PostSubject } from "~/effects/conversation/discussion/rights"

/** A post that a moderator or a reporter acts on, with what it is called and where it is shown. */
export interface ModeratedPost extends PostRef, PostSubject {
  readonly title: string
  readonly path: string
}

/** What the public log calls it: a reply has no title of its own. */
export const nameOf = ({ title, type }: ModeratedPost): string => (type === "thread" ? title : `A reply in “${title}”`)
