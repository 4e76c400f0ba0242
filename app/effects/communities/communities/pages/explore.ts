/** The directory's page, as its loader returns it. Types only: pages load this file. */

import type { PublicProposalCard } from "~/effects/governance/proposals/views"
import type { PublicSale } from "~/effects/treasury/bonds/views"
import type { CommunityCard, Suggestion } from "../cards"
import type { Cursor, ExploreQuery } from "../query"

export interface ExplorePage {
  readonly query: ExploreQuery
  /** Every tag of the site. */
  readonly tags: ReadonlyArray<string>
  /** Null on the other tabs. */
  readonly list: {
    readonly cards: ReadonlyArray<CommunityCard>
    readonly next: Cursor | null
    readonly total: number | null
  } | null
  /** Only on the tab of open proposals. */
  readonly votes: {
    readonly cards: ReadonlyArray<PublicProposalCard>
    readonly next: Cursor | null
    readonly now: number
  } | null
  /** Only on the tab of bond sales. */
  readonly sales: {
    readonly rows: ReadonlyArray<PublicSale>
    readonly next: Cursor | null
    readonly now: number
  } | null
  readonly suggestions: ReadonlyArray<Suggestion>
}
