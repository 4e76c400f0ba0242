/** First posts that wait for a moderator (docs/product/conversation.md#first-posts). Pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { Category, PostType } from "~/effects/conversation/discussion/Post"

/** How many of a member's first posts wait; 0 turns the queue off. */
export const FIRST_POST_RULES = [0, 1, 2, 3] as const
export type FirstPostRule = (typeof FIRST_POST_RULES)[number]

/** Posts of one author that may wait in a community at a time. */
export const MOST_WAITING = 5
/** A refused post is stored so long, for its author alone. */
export const REFUSED_DAYS = 30

interface WaitingPost {
  readonly id: string
  readonly type: PostType
  /** Of the thread, or of what the reply is about. */
  readonly title: string
  /** The page that a reply belongs to; null for a thread. */
  readonly path: string | null
  readonly text: MarkdownTree
  /** Names the text that was read, because an author may edit it meanwhile. */
  readonly version: number
  /** Unix milliseconds. */
  readonly createdAt: number
}

/** As its author sees it. */
export interface OwnWaitingPost extends WaitingPost {
  readonly category: Category
  readonly body: string
  /** Why a moderator refused it; null while it waits. */
  readonly refusal: string | null
}

/** A reply that waits, at its place in the conversation, as its author sees it. */
export interface WaitingReply {
  readonly id: string
  /** The comment that it comes after; null for the end. */
  readonly after: string | null
  /** Whether it answers another comment. */
  readonly isReply: boolean
  readonly text: MarkdownTree
  /** Unix milliseconds. */
  readonly createdAt: number
}

/** As moderators see it. */
export interface QueuedPost extends WaitingPost {
  readonly author: Person
  /** Why this reader may not decide it; null if they may. */
  readonly refusal: string | null
}

export interface FirstPostQueue {
  readonly rule: FirstPostRule
  /** The oldest first. */
  readonly posts: ReadonlyArray<QueuedPost>
  /** Whether more wait than are listed. */
  readonly hasMore: boolean
}

export const waitingPath = (communityId: CommunityId): string => `/community/detail/${communityId}/discussion?waiting=1`
