/** Data of the members page and of the invitation page. Types only: pages load this file. */
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import type { Application, Invite, Member } from "./Member"
import type { Participation } from "./participation"
import type { Cursor, MembersQuery, Tab } from "./query"

/** Number of members at a time, for the chart. */
export interface MembersAt {
  /** Unix milliseconds. */
  readonly at: number
  readonly value: number
}

export interface MembersPage {
  readonly query: MembersQuery
  readonly now: number
  /** The reader; null without a session. */
  readonly account: string | null
  /** Idempotency key of the page: a form that is sent twice has one effect. */
  readonly formKey: string
  /** True if weights are assigned; then every reader sees them. */
  readonly showsWeight: boolean
  /** The tabs that the reader may open; a single one is not shown as a tab. */
  readonly tabs: ReadonlyArray<Tab>
  /** Pending applications, for readers who may decide on them. Counted up to MOST_WAITING. */
  readonly waiting: number
  readonly canExport: boolean
  readonly list: {
    readonly members: ReadonlyArray<Member>
    readonly next: Cursor | null
    /** Known only without filters. */
    readonly total: number | null
    /** Participation of these members in the latest closed votes. */
    readonly participation: Participation
  } | null
  /** The member whose row is open for changes. */
  readonly open: Member | null
  readonly overTime: ReadonlyArray<MembersAt>
  readonly applications: {
    readonly applications: ReadonlyArray<Application>
    readonly next: Cursor | null
  } | null
  readonly invites: ReadonlyArray<Invite> | null
}

export const MOST_WAITING = 100

/** What a person with a live invitation sees before joining. */
export interface InvitationPage {
  readonly community: CommunityFrame
  readonly rules: MarkdownTree
  readonly invite: string
}
