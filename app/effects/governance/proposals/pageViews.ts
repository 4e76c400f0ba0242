/** Loader data of the proposal pages. Types only: pages load this file. */

import type { CommunityId, GovernanceSettings } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { Attachment } from "~/effects/conversation/attachments/Attachment"
import type { WaitingReply } from "~/effects/conversation/discussion/firstPosts"
import type { CommentsPage } from "~/effects/conversation/discussion/Post"
import type { OpenForm } from "~/effects/conversation/discussion/page"
import type { ChoosePage, FillPage } from "~/effects/governance/proposal-templates/views"
import type { ProposalId } from "~/effects/governance/votes/fields"
import type { ProposalChoice, ProposalKind } from "~/effects/governance/votes/proposal/Proposal"
import type { ProposalValues } from "./values"
import type { ActionView, BallotsPage, ProposalCard, ProposalView, Tab } from "./views"

export interface DraftCard {
  readonly id: ProposalId
  readonly title: string
  /** Name of the template that it was started from. */
  readonly template: string | null
  readonly updatedAt: number
}

/** `?tab=…` (and nothing else) of .../proposals. */
export interface ProposalsListPage {
  readonly view: "list"
  readonly now: number
  readonly tab: Tab
  readonly kind: ProposalKind | null
  readonly author: string | null
  readonly q: string
  readonly cards: ReadonlyArray<ProposalCard>
  /** Proposals that cannot be read, in the same order, shown by title only. */
  readonly unreadable: ReadonlyArray<{ readonly number: number; readonly title: string }>
  /** The reader's own drafts; only on the tab "drafts". */
  readonly drafts: ReadonlyArray<DraftCard>
  /** Search part of the next page's address; null on the last. */
  readonly next: string | null
  /** Why this reader cannot start a proposal; null if they can. */
  readonly propose: { readonly code: string; readonly message: string } | null
}

/** `?new=1`, with `&from={thread}` or `&draft={id}`. */
export interface ProposalFormPage {
  readonly view: "form"
  readonly now: number
  /** The minimums of each kind, for the initial values when the kind is changed. */
  readonly governance: GovernanceSettings
  readonly values: ProposalValues
  /**
   * Text typed and not sent, from any device; place `proposal/{community}`, or `…/{draft}` once the draft is stored.
   */
  readonly storedDraft: StoredDraft | null
  readonly draftId: ProposalId
  readonly isStored: boolean
  readonly version: number
  /** Address of the draft for other readers; null before it is stored. */
  readonly reviewPath: string | null
  readonly attachments: ReadonlyArray<Attachment>
  readonly threadNumber: number | null
  /** An action from another feature (settings, a payout, a bond), which is not edited here. */
  readonly action: ActionView | null
  /** Why nothing can be published here now (no token yet, too many open); null if it can. */
  readonly obstacle: string | null
}

/** `?draft={id}&secret=…`: another member's draft. */
export interface ProposalDraftPage {
  readonly view: "draft"
  readonly now: number
  readonly id: ProposalId
  readonly title: string
  readonly values: ProposalValues
  readonly author: Person
  readonly text: MarkdownTree
  readonly attachments: ReadonlyArray<Attachment>
  /** What the address of a file needs for readers other than the author. */
  readonly fileSearch: string
  readonly action: ActionView | null
  readonly comments: CommentsPage
  readonly key: string
  /** Text typed in the reply box and not sent; place `reply/{community}/d{draft}`. */
  readonly draft: StoredDraft | null
  /** The reader's own replies that wait for a moderator, in the order of writing. */
  readonly waiting: ReadonlyArray<WaitingReply>
  readonly updatedAt: number
}

/** `?p={number}`. */
export interface ProposalPage {
  readonly view: "proposal"
  readonly now: number
  /** The last breadcrumb: "No. 12". */
  readonly item: string
  readonly proposal: ProposalView
  readonly ballots: BallotsPage | null
  readonly comments: CommentsPage
  /** Idempotency key of the reply box. */
  readonly key: string
  /** Text typed in the reply box and not sent; place `reply/{community}/p{number}`. */
  readonly draft: StoredDraft | null
  /** The reader's own replies that wait for a moderator, in the order of writing. */
  readonly waiting: ReadonlyArray<WaitingReply>
  /** The form that is open at one of the comments, with `&do=…&post=…`. */
  readonly form: OpenForm | null
  /** With `&do=edit`: initial values of the form. */
  readonly edit: ProposalValues | null
}

/** `?p={number}&do=versions`, newest first. */
export interface ProposalVersionsPage {
  readonly view: "versions"
  readonly now: number
  readonly number: number
  readonly title: string
  readonly versions: ReadonlyArray<VersionView>
}

export type ProposalsPage =
  | ProposalsListPage
  | ChoosePage
  | FillPage
  | ProposalFormPage
  | ProposalDraftPage
  | ProposalPage
  | ProposalVersionsPage

/** /explore/{slug}/proposals/{n}. */
export interface PublicProposalPage {
  /** Unlisted, reached only by its address: search engines may not index it. */
  readonly isUnlisted: boolean
  readonly now: number
  readonly community: {
    readonly id: CommunityId
    readonly slug: string
    readonly name: string
    readonly logo: string | null
  }
  readonly proposal: ProposalView
  readonly ballots: BallotsPage | null
}

export interface VersionView {
  readonly version: number
  readonly at: number
  readonly title: string
  readonly summary: string
  readonly body: string
  readonly choices: ReadonlyArray<ProposalChoice>
  /** Address of what its author signed for this version, as a file for /verify; null if that was not stored. */
  readonly filePath: string | null
}
