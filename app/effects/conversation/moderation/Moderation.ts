/** Reports and the public moderation log (docs/product/conversation.md). Isomorphic. */
import { Schema } from "effect"
import type { Person } from "~/effects/access/Person"
import type { LogPage } from "~/effects/activity/moderation-log/LogEntry"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { FirstPostQueue } from "~/effects/conversation/discussion/firstPosts"
import type { ReportReason } from "~/effects/conversation/discussion/forms"
import type { PostRef, PostType } from "~/effects/conversation/discussion/Post"
import type { PostSubject } from "~/effects/conversation/discussion/rights"

/** A post that a moderator or a reporter acts on, with its title and address. */
export interface ModeratedPost extends PostRef, PostSubject {
  readonly title: string
  readonly path: string
}

/** The post's name in the public log: a reply has no title of its own. */
export const nameOf = ({ title, type }: ModeratedPost): string => (type === "thread" ? title : `A reply in “${title}”`)

/** The data of the moderation view. Types only: the page reads this file. */
export interface ModerationPage {
  readonly log: LogPage
  /** Null for readers who do not decide reports. */
  readonly queue: ReportQueue | null
  /** Null for readers who do not decide first posts. */
  readonly first: FirstPostQueue | null
}

export const ReportStatus = Schema.Literal("open", "upheld", "dismissed")
export type ReportStatus = typeof ReportStatus.Type

/** One reported post, with everything reported about it. */
export interface ReportCard {
  readonly id: string
  readonly target: { readonly type: PostType; readonly id: string; readonly path: string; readonly title: string }
  readonly author: Person
  readonly text: MarkdownTree
  readonly reporter: Person
  readonly reason: ReportReason
  readonly note: string
  readonly at: number
  /** Why this reader may not decide it; null if they may. */
  readonly refusal: string | null
}
export interface ReportQueue {
  readonly reports: ReadonlyArray<ReportCard>
  readonly next: string | null
}
