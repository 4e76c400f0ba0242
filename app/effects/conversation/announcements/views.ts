/** The data that the announcement pages get from their loaders. Types only: pages load this file. */
import type { CommunityId } from "~/effects/access/Community"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { StoredDraft } from "~/effects/communities/drafts/Draft"
import type { Attachment } from "~/effects/conversation/attachments/Attachment"
import type { Importance, SignedAs } from "./Announcement"

/** Lengths of an announcement's texts (docs/product/conversation.md). No imports: pages load this file. */
export const TITLE = { min: 5, max: 140 }
export const BODY_MAX = 10_000
export const REASON = { min: 5, max: 300 }

export interface Issuer {
  readonly account: AccountAddress
  /** Null for a removed account, which is shown by its short address. */
  readonly name: string | null
  readonly picture: string | null
}

/** A line of the list; a withdrawn one has its reason instead of a text. */
export interface AnnouncementCard {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly issuer: Issuer
  readonly importance: Importance
  readonly isPinned: boolean
  readonly isSigned: boolean
  readonly isUnread: boolean
  readonly publishAt: number
  readonly correctedAt: number | null
  readonly withdrawn: string | null
}

export interface CorrectionView {
  readonly at: number
  readonly reason: string
  readonly before: { readonly title: string; readonly text: MarkdownTree }
  readonly after: { readonly title: string; readonly text: MarkdownTree }
}

export interface AnnouncementView extends AnnouncementCard {
  readonly text: MarkdownTree
  /** As stored, for the correction form. */
  readonly body: string
  readonly version: number
  readonly corrections: ReadonlyArray<CorrectionView>
  readonly signed: (SignedAs & { readonly filePath: string }) | null
  readonly readCount: number
}

export interface WaitingAnnouncement {
  readonly id: string
  readonly title: string
  readonly importance: Importance
  /** Null for a draft. */
  readonly publishAt: number | null
  readonly isSigned: boolean
  readonly updatedAt: number
}

/** The page that writes an announcement: its form, and the author's other drafts and scheduled announcements. */
export interface IssuePage {
  readonly now: number
  readonly communityId: CommunityId
  readonly account: AccountAddress
  readonly members: number
  readonly form: {
    readonly id: string
    readonly title: string
    readonly body: string
    readonly importance: Importance
    readonly pinnedUntil: number | null
    readonly publishAt: number | null
    readonly isNew: boolean
  }
  /** Of the chosen draft. */
  readonly attachments: ReadonlyArray<Attachment>
  /** Unsent text, from any device. */
  readonly storedDraft: StoredDraft | null
  readonly waiting: ReadonlyArray<WaitingAnnouncement>
}
