/** Reports and the public moderation log (docs/product/conversation.md). Isomorphic. */
import { Schema } from "effect"
import type { Person } from "~/effects/access/Person"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { ReportReason } from "~/effects/conversation/discussion/forms"
import type { PostType } from "~/effects/conversation/discussion/Post"

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
