/** What the members page and the page of an invitation show. Types only: pages load this file. */
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import type { Application, Invite, Member } from "./Member"
import type { Participation } from "./participation"
import type { Cursor, MembersQuery, Tab } from "./query"

/** Members at a moment, for the chart. */
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
  /** Made for this page: a form sent twice with it happens once. */
  readonly formKey: string
  /** Where weights are assigned to members, they are shown to everybody. */
  readonly showsWeight: boolean
  /** What the reader may open. One tab needs no row of tabs. */
  readonly tabs: ReadonlyArray<Tab>
  /** Applications that wait, as far as the reader decides on them. Counted up to MOST_WAITING. */
  readonly waiting: number
  readonly canExport: boolean
  readonly list: {
    readonly members: ReadonlyArray<Member>
    readonly next: Cursor | null
    /** Known where nothing narrows the list. */
    readonly total: number | null
    /** Of these members, in the latest votes that closed. */
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

/** A person with a live invitation, before the door. */
export interface InvitationPage {
  readonly community: CommunityFrame
  readonly rules: MarkdownTree
  readonly invite: string
}
