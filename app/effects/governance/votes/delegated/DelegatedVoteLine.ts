/** A vote with delegations, as listed in the records of delegator and delegate. Types only: pages load this file. */
import type { CommunityId, ResultsVisibility } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { ProposalId } from "../fields"
import type { ProposalKind, ProposalStatus } from "../proposal/Proposal"

/** A vote in which voting power was delegated. */
export interface DelegatedVoteLine {
  readonly proposal: ProposalId
  readonly number: number
  readonly title: string
  readonly communityId: CommunityId
  readonly community: string
  readonly kind: ProposalKind
  readonly status: ProposalStatus
  readonly closesAt: number
  readonly isOpen: boolean
  readonly delegator: Person
  readonly delegate: Person
  /** Of the delegator, exact decimal. */
  readonly weight: string
  /**
   * The delegator voted themselves, the delegate voted with it, or neither did; or the delegate voted when the
   * delegator could not have, and the ballot does not use it.
   */
  readonly use: "own" | "used" | "idle" | "excluded"
  readonly resultsVisibility: ResultsVisibility
  /** Whether the vote limits what one delegate may use. */
  readonly hasLimit: boolean
  /** The delegate's choice; null if this reader may not know it, or the delegate did not vote. */
  readonly choice: string | null
  readonly votedAt: number | null
}

/** Newest first. */
export interface DelegatedVotePage {
  readonly lines: ReadonlyArray<DelegatedVoteLine>
  /** Key of the next page for the address; null on the last. */
  readonly next: string | null
}
