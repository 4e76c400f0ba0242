import type { PostRef } from "~/effects/conversation/discussion/Post"
import type { PostSubject } from "~/effects/conversation/discussion/rights"

/** A post that a moderator or a reporter acts on, with its title and address. */
export interface ModeratedPost extends PostRef, PostSubject {
  readonly title: string
  readonly path: string
}

/** The post's name in the public log: a reply has no title of its own. */
export const nameOf = ({ title, type }: ModeratedPost): string => (type === "thread" ? title : `A reply in “${title}”`)
