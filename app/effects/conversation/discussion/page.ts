/** The data of the discussion page, by view. Types only: the page reads this file. */

import type { Person } from "~/effects/access/Person"
import type { Change } from "~/effects/base/text/diff"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { Attachment } from "~/effects/conversation/attachments/Attachment"
import type { OwnWaitingPost, WaitingReply } from "~/effects/conversation/discussion/firstPosts"
import type { ThreadsQuery } from "./listQuery"
import type { CommentsPage, PostRef, TargetType, ThreadCard, ThreadView } from "./Post"

/** The versions of a post. */
interface HistoryEntry {
  readonly version: number
  readonly at: number
  /** Changes since the previous version; none for the first. */
  readonly changes: ReadonlyArray<Change>
}
/** Newest first. */
export type PostHistory = ReadonlyArray<HistoryEntry>

/** Why something is not possible, with its stable code. */
export interface Refusal {
  readonly code: string
  readonly message: string
}

export interface ListPage {
  readonly view: "list"
  readonly query: ThreadsQuery
  readonly cards: ReadonlyArray<ThreadCard>
  readonly next: ThreadsQuery["after"]
  /** Number of all threads of the community; null if the list is filtered. */
  readonly total: number | null
  /** The reader's own posts that wait for a moderator, or were refused. */
  readonly waiting: ReadonlyArray<OwnWaitingPost>
}

/** The reader's own posts that wait for a moderator, with their forms. */
export interface WaitingPage {
  readonly view: "waiting"
  readonly item: string
  readonly posts: ReadonlyArray<OwnWaitingPost>
}

export interface NewPage {
  readonly view: "new"
  readonly key: string
  readonly draft: StoredDraft | null
  readonly refusal: Refusal | null
}

/** The one form that is open in a thread besides the reply box. */
export type OpenForm =
  | { readonly do: "reply"; readonly post: PostRef; readonly name: string | null }
  | {
      readonly do: "edit"
      readonly post: PostRef
      readonly version: number
      readonly title: string
      readonly body: string
    }
  | { readonly do: "report" | "hide" | "show" | "remove"; readonly post: PostRef }
  | { readonly do: "close" | "reopen"; readonly post: PostRef; readonly needsReason: boolean }

/** The comments on a proposal or an announcement. */
export interface ConversationPage {
  readonly target: { readonly type: TargetType; readonly id: string }
  readonly path: string
  readonly comments: CommentsPage
  readonly form: OpenForm | null
  /** Null if the reader may write here, or agree. */
  readonly reply: Refusal | null
  readonly agree: Refusal | null
  /** Idempotency key of its forms. */
  readonly key: string
  /** Storage key of the reply draft, and the stored draft. */
  readonly place: string
  readonly draft: StoredDraft | null
  readonly waiting: ReadonlyArray<WaitingReply>
}

export interface ThreadRights {
  /** Null if the reader may write here. */
  readonly reply: Refusal | null
  readonly agree: Refusal | null
  readonly close: boolean
  readonly pin: boolean
}

export interface ThreadPage {
  readonly attachments: ReadonlyArray<Attachment>
  readonly mayAttach: boolean
  readonly view: "thread"
  /** The last breadcrumb. */
  readonly item: string
  readonly thread: ThreadView
  readonly comments: CommentsPage
  readonly rights: ThreadRights
  readonly form: OpenForm | null
  readonly key: string
  readonly draft: StoredDraft | null
  /** The reader's own replies that wait for a moderator, in the order of writing. */
  readonly waiting: ReadonlyArray<WaitingReply>
  readonly rules: MarkdownTree
}

export interface HistoryPage {
  readonly view: "history"
  readonly item: string
  readonly number: number
  readonly title: string
  readonly post: PostRef
  readonly author: Person
  readonly versions: PostHistory
}

export type DiscussionPage = ListPage | WaitingPage | NewPage | ThreadPage | HistoryPage
