/**
 * Posts and their targets (docs/product/conversation.md). Isomorphic; the views below are what pages get: texts as
 * trees, never as HTML, and nothing of a removed text.
 */

import { Schema } from "effect"
import type { Person } from "~/effects/access/Person"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"

/** Posts that can be agreed with, edited, reported and hidden. */
export const PostType = Schema.Literal("thread", "comment")
export type PostType = typeof PostType.Type

/** What people can comment on. */
export const TargetType = Schema.Literal("thread", "proposal", "announcement")
export type TargetType = typeof TargetType.Type

/** One target of comments. */
export const TargetRef = Schema.Struct({ type: TargetType, id: Schema.String })
export type TargetRef = typeof TargetRef.Type

export const Category = Schema.Literal("general", "idea", "question", "help")
export type Category = typeof Category.Type

export const ThreadState = Schema.Literal("open", "closed")
export type ThreadState = typeof ThreadState.Type

/** Hidden by a moderator, with a reason, or removed by its author. */
export const Shown = Schema.Literal("visible", "hidden", "removed")
export type Shown = typeof Shown.Type

export const PostId = Schema.String.pipe(Schema.pattern(/^[a-z2-7]{12}$/))

export interface PostRef {
  readonly type: PostType
  readonly id: string
}

/** What a reader may do with a post; the server checks the same rules again. */
export interface PostRights {
  readonly edit: boolean
  readonly remove: boolean
  readonly hide: boolean
  readonly report: boolean
}

/** The common part of threads and comments on a page. */
export interface PostView extends PostRef {
  readonly author: Person
  readonly isOwn: boolean
  readonly shown: Shown
  /** Why it is hidden. */
  readonly reason: string | null
  /** Empty when removed. */
  readonly text: MarkdownTree
  readonly agreeCount: number
  readonly hasAgreed: boolean
  readonly createdAt: number
  readonly editedAt: number | null
  readonly rights: PostRights
}

export interface CommentView extends PostView {
  readonly type: "comment"
  /** Increases with time within one conversation. */
  readonly seq: number
  /** True for a comment under another comment. */
  readonly isReply: boolean
  /** Whom a reply to a reply is addressed to. */
  readonly replyTo: string | null
  readonly isNew: boolean
}

export interface CommentsPage {
  readonly comments: ReadonlyArray<CommentView>
  /** Number of all comments, from the stored counter. */
  readonly total: number
  /** The highest number so far, for counting new comments. */
  readonly lastSeq: number
  /** Keys of the adjacent pages; null if there is none. */
  readonly before: string | null
  readonly after: string | null
}

export interface ThreadView extends PostView {
  readonly type: "thread"
  readonly number: number
  readonly title: string
  readonly category: Category
  readonly state: ThreadState
  readonly isPinned: boolean
  readonly proposalNumber: number | null
  readonly people: number
  readonly lastActivityAt: number
  readonly version: number
  readonly follow: FollowState
}

/** A line of the list. */
export interface ThreadCard {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly author: Person
  readonly category: Category
  readonly state: ThreadState
  readonly shown: Shown
  readonly reason: string | null
  readonly isPinned: boolean
  readonly proposalNumber: number | null
  readonly comments: number
  readonly agrees: number
  readonly lastActivityAt: number
  readonly createdAt: number
  readonly isUnread: boolean
}

/** `none`: no choice. Writing in a thread follows it unless it is muted. */
export const FollowState = Schema.Literal("none", "following", "muted")
export type FollowState = typeof FollowState.Type

/** docs/product/communities.md */
export const COMMENTS_PER_PAGE = 50
export const THREADS_PER_PAGE = 20
/** In milliseconds: an edit within this time is not marked and stores no version. */
export const QUIET_EDIT_MS = 5 * 60_000
