/** A vote with something lent in it, as the records of lender and delegate list it. Types only: pages load this file. */
import type { ResultsVisibility } from "~/effects/access/Community"
import type { Person } from "~/effects/access/Person"
import type { ProposalKind, ProposalStatus } from "../proposal/Proposal"

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
  /**
   * The lender voted themselves, the delegate voted with it, neither did; or the delegate voted when the lender could not
   * have, and the ballot does not use it.
   */
  readonly use: "own" | "used" | "idle" | "excluded"
  readonly resultsVisibility: ResultsVisibility
  /** Whether the vote limits what one delegate may use. */
  readonly hasLimit: boolean
  /** What the delegate chose; null while this reader may not know, and where they did not vote. */
  readonly choice: string | null
  readonly votedAt: number | null
}

/** Newest first. */
export interface LentVotePage {
  readonly lines: ReadonlyArray<LentVoteLine>
  /** Of the next page, as it stands in addresses; null on the last. */
  readonly next: string | null
}
