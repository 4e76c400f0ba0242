/** What the pages of lending get from their loaders. Types only: pages load this file. */
import type { WeightMode } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { ProposalKind, ProposalStatus } from "~/effects/governance/votes/proposal/Proposal"

export interface DelegateView {
  readonly person: Person
  readonly statement: string
  /** Closed votes in which they used what was lent to them. */
  readonly uses: number
  /** Members who lend to them now. */
  readonly lenders: number
}

/** One signed delegation, as far as it is in force. */
export interface LoanView {
  readonly digest: string
  readonly lender: Person
  readonly delegate: Person
  readonly kinds: ReadonlyArray<ProposalKind>
  readonly untilAt: number
}

/** A vote in which something was lent. */
export interface LentVoteLine {
  readonly proposal: string
  readonly number: number
  readonly title: string
  readonly communityId: string
  readonly community: string
  readonly kind: ProposalKind
  readonly status: ProposalStatus
  readonly closesAt: number
  readonly isOpen: boolean
  readonly lender: Person
  readonly delegate: Person
  /** Of the lender, exact decimal. */
  readonly weight: string
  /** The lender voted themselves, the delegate voted with it, or neither did. */
  readonly use: "own" | "used" | "idle"
  /** What the delegate chose; null while this reader may not know, and where they did not vote. */
  readonly choice: string | null
  readonly votedAt: number | null
}

export interface LendingPage {
  readonly account: string
  readonly communityId: string
  readonly now: number
  /** Percent; 0: nobody can lend here. */
  readonly limitPct: number
  readonly weightMode: WeightMode
  /** Why this reader cannot lend; null where they can. */
  readonly obstacle: string | null
  readonly q: string
  readonly delegates: ReadonlyArray<DelegateView>
  /** Of the next page; null on the last. */
  readonly after: string | null
  readonly own: { readonly statement: string; readonly accepts: boolean; readonly uses: number } | null
  readonly lent: ReadonlyArray<LoanView>
  readonly toMe: ReadonlyArray<LoanView>
  readonly record: ReadonlyArray<LentVoteLine>
  readonly firstDay: string
  readonly lastDay: string
}
