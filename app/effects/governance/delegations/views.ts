/** What the pages of lending get from their loaders. Types only: pages load this file. */
import type { WeightMode } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { LentVoteLine } from "~/effects/governance/votes/lent/LentVoteLine"
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
