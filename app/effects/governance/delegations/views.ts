/** Loader data of the delegation pages. Types only: pages load this file. */
import type { CommunityId, WeightMode } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { DelegatedVotePage } from "~/effects/governance/votes/delegated/DelegatedVoteLine"
import type { ProposalKind } from "~/effects/governance/votes/proposal/Proposal"

export interface DelegateView {
  readonly person: Person
  readonly statement: string
  /** Closed votes in which they used voting power delegated to them. */
  readonly uses: number
  /** Members who delegate to them now. */
  readonly delegators: number
}

/** One signed delegation, with the kinds that are in force. */
export interface DelegationView {
  readonly digest: string
  readonly delegator: Person
  readonly delegate: Person
  readonly kinds: ReadonlyArray<ProposalKind>
  readonly untilAt: number
  /** Operators have suspended the delegate, who cannot vote while suspended. */
  readonly isSuspended: boolean
}

/** Lists that are paged, by their parameter in the address. */
export type TurnedList = "from" | "done" | "used"

export interface DelegationsPage {
  readonly account: AccountAddress
  readonly communityId: CommunityId
  readonly now: number
  /** Percent; 0 if nobody can delegate here. */
  readonly limitPct: number
  readonly weightMode: WeightMode
  /** Why this reader cannot delegate; null if they can. */
  readonly obstacle: string | null
  readonly q: string
  readonly delegates: ReadonlyArray<DelegateView>
  /** Key of the next page; null on the last. */
  readonly after: string | null
  readonly own: { readonly statement: string; readonly accepts: boolean; readonly uses: number } | null
  /** The reader could not vote now, so ballots that their delegate casts now do not use the reader's voting power. */
  readonly isUnable: boolean
  /** All delegations that this reader has made and that are in force. */
  readonly delegated: ReadonlyArray<DelegationView>
  readonly toMe: {
    /** Members who delegate to this reader now, including those on other pages. */
    readonly delegators: number
    readonly loans: ReadonlyArray<DelegationView>
    /** Key of the next page; null on the last. */
    readonly next: string | null
  }
  /** How delegates used this reader's voting power, vote by vote. */
  readonly done: DelegatedVotePage
  /** How this reader used voting power delegated to them. */
  readonly used: DelegatedVotePage
  /** Which list shows a later page; null if none. */
  readonly turned: TurnedList | null
  readonly firstDay: string
  readonly lastDay: string
}
