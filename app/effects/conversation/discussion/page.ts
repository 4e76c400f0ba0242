/** What the discussion page shows, by view. Types only: the page reads this file. */

import type { Person } from "~/effects/access/Person"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { PostHistory } from "./History"
import type { ThreadsQuery } from "./listQuery"
import type { CommentsPage, PostRef, TargetType, ThreadCard, ThreadView } from "./Post"

/** Why something cannot be done, by its stable code. */
export interface Refusal {
  readonly code: string
  readonly message: string
}

export interface ListPage {
  readonly view: "list"
  readonly query: ThreadsQuery
  readonly cards: ReadonlyArray<ThreadCard>
  readonly next: ThreadsQuery["after"]
  /** All threads of the community; null where something narrows the list. */
  readonly total: number | null
}

export interface NewPage {
  readonly view: "new"
  readonly key: string
  readonly draft: StoredDraft | null
  readonly refusal: Refusal | null
}

/** The one form that is open in a thread beside the reply box. */
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

/** What stands under a proposal or an announcement. */
export interface ConversationPage {
  readonly target: { readonly type: TargetType; readonly id: string }
  readonly path: string
  readonly comments: CommentsPage
  readonly form: OpenForm | null
  /** Null where the reader may write here, or agree. */
  readonly reply: Refusal | null
  readonly agree: Refusal | null
  /** Idempotency key of its forms. */
  readonly key: string
  /** Where the reply's draft is kept, and what is kept there. */
  readonly place: string
  readonly draft: StoredDraft | null
}

export interface ThreadRights {
  /** Null where the reader may write here. */
  readonly reply: Refusal | null
  readonly agree: Refusal | null
  readonly close: boolean
  readonly pin: boolean
}

export interface ThreadPage {
  readonly view: "thread"
  /** The last crumb. */
  readonly item: string
  readonly thread: ThreadView
  readonly comments: CommentsPage
  readonly rights: ThreadRights
  readonly form: OpenForm | null
  readonly key: string
  readonly draft: StoredDraft | null
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

export type DiscussionPage = ListPage | NewPage | ThreadPage | HistoryPage
