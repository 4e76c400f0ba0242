/** What the pages of lending get from their loaders. Types only: pages load this file. */
import type { WeightMode } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { LentVotePage } from "~/effects/governance/votes/lent/LentVoteLine"
import type { ProposalKind } from "~/effects/governance/votes/proposal/Proposal"

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
  /** Operators have suspended the delegate, who casts no votes meanwhile. */
  readonly isSuspended: boolean
}

/** Lists that have pages, by their parameter of the address. */
export type TurnedList = "from" | "done" | "used"

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
  /** The reader could not vote now: what they delegated is not used by ballots cast meanwhile. */
  readonly isUnable: boolean
  /** All that this reader lends now. */
  readonly lent: ReadonlyArray<LoanView>
  readonly toMe: {
    /** Members who lend to this reader now, also those on other pages. */
    readonly lenders: number
    readonly loans: ReadonlyArray<LoanView>
    /** Of the next page; null on the last. */
    readonly next: string | null
  }
  /** What was done with what this reader lent, vote by vote. */
  readonly done: LentVotePage
  /** What this reader did with what was lent to them. */
  readonly used: LentVotePage
  /** Which of the lists is not at its beginning. */
  readonly turned: TurnedList | null
  readonly firstDay: string
  readonly lastDay: string
}
