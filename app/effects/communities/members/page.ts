/** Data of the members page and of the invitation page. Types only: pages load this file. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { ListReading } from "~/effects/base/lists/ListReading"
import type { ListView, MarksChoice } from "~/effects/base/lists/listView"
import type { ListProblem } from "~/effects/base/lists/problems"
import type { MarkdownTree } from "~/effects/base/text/markdown/Tree"
import type { CommunityFrame } from "~/effects/communities/communities/frame"
import type { Application, EmailInvite, Invite, InviteState, Member } from "./Member"
import type { Participation } from "./participation"
import type { PeopleColumns, PeopleQuestion, PersonHere } from "./peopleList"
import type { Cursor, MembersQuery, Tab } from "./query"
import type { CheckedWeight } from "./weightList"

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
  readonly account: AccountAddress | null
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
  /** The tab of invitations besides the links. */
  readonly invitations: InvitationsView | null
  /** The tab of weights. */
  readonly weights: WeightsView | null
}

/** A list of people as it was read and compared with the community. */
export interface PeopleView {
  /** Names the list and its reading: an invitation is about what the page showed. */
  readonly seen: string
  readonly file: string | null
  /** What has to be decided first. */
  readonly question: PeopleQuestion | null
  readonly columns: PeopleColumns
  readonly hasRightLetters: boolean
  readonly asksLetters: boolean
  readonly letters: ReadonlyArray<string>
  /** Names of the columns, in their order. */
  readonly options: ReadonlyArray<string>
  /** Lines that could be the headings. */
  readonly headers: ReadonlyArray<{ readonly line: number; readonly text: string }>
  readonly counts: {
    readonly joined: number
    readonly invited: number
    readonly declined: number
    readonly fresh: number
  }
  readonly joined: ReadonlyArray<Pick<PersonHere, "email" | "name" | "by">>
  /** Who has not joined. */
  readonly absent: ReadonlyArray<Pick<PersonHere, "email" | "line" | "name" | "state">>
  readonly isAbsentCut: boolean
  readonly wrong: ReadonlyArray<{ readonly line: number; readonly problem: string }>
  readonly wrongCount: number
  /** E-mails that may be sent today. */
  readonly room: number
}

export interface InvitationsView {
  /** The address asks for the list; without one, it was not stored any more. */
  readonly isBrought: boolean
  readonly people: PeopleView | null
  readonly qr: {
    readonly invite: Invite
    readonly link: string
    readonly path: string
    readonly size: number
  } | null
  readonly sent: {
    readonly counts: ReadonlyArray<{ readonly state: InviteState; readonly many: number }>
    readonly invitations: ReadonlyArray<EmailInvite>
    /** Cursor of the next page. */
    readonly next: string | null
  } | null
}

/** The list of weights that was read; both parts are null without one. */
export interface WeightsView {
  readonly draft: {
    /** Names the list and its reading: what is set is what the page showed. */
    readonly seen: string
    readonly reading: ListReading
    readonly count: number
    /** Who read it, and when. */
    readonly account: AccountAddress
    readonly username: string | null
    readonly createdAt: number
    /** What the owner has to decide first; null if nothing is left. */
    readonly question: string | null
    readonly problems: ReadonlyArray<ListProblem>
  } | null
  /** How the list is read, for the owner who decides it. */
  readonly asked: {
    readonly list: ListView
    readonly choices: ReadonlyArray<MarksChoice>
    /** Between the largest and the smallest total; null if they are the same. */
    readonly difference: AmountText | null
  } | null
  /** What would be set, once nothing is open. */
  readonly checked: {
    readonly wrong: ReadonlyArray<CheckedWeight>
    readonly wrongCount: number
    readonly changes: ReadonlyArray<CheckedWeight>
    readonly changesCount: number
    /** Line of the last change shown, if others follow. */
    readonly next: number | null
    readonly sameCount: number
    /** Sum of the weights of the list. */
    readonly total: number
  } | null
}

export const MOST_WAITING = 100

/** What a person with a live invitation sees before joining. */
export interface InvitationPage {
  readonly community: CommunityFrame
  readonly rules: MarkdownTree
  readonly invite: string
}
