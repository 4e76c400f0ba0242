/** Reports and the public log of what moderators did (product 3.3). Isomorphic. */
import { Schema } from "effect"
import type { MarkdownTree } from "../articles/markdown/Tree"
import type { ReportReason } from "../discussion/forms"
import type { Person, PostType } from "../discussion/Post"

export const ModerationKind = Schema.Literal(
  "hide",
  "show",
  "close",
  "reopen",
  "suspend",
  "unsuspend",
  "remove",
  "cancel-proposal"
)
export type ModerationKind = typeof ModerationKind.Type

export const ReportStatus = Schema.Literal("open", "upheld", "dismissed")
export type ReportStatus = typeof ReportStatus.Type

export interface LogEntry {
  readonly id: string
  readonly actor: Person
  readonly action: ModerationKind
  readonly targetType: string
  readonly label: string
  readonly path: string | null
  readonly reason: string
  readonly at: number
}
export interface LogPage {
  readonly entries: ReadonlyArray<LogEntry>
  readonly next: string | null
}

/** One post that was reported, with everything said about it. */
export interface ReportCard {
  readonly id: string
  readonly target: { readonly type: PostType; readonly id: string; readonly path: string; readonly title: string }
  readonly author: Person
  readonly text: MarkdownTree
  readonly reporter: Person
  readonly reason: ReportReason
  readonly note: string
  readonly at: number
  /** Why this reader may not decide it; null where they may. */
  readonly refusal: string | null
}
export interface ReportQueue {
  readonly reports: ReadonlyArray<ReportCard>
  readonly next: string | null
}
