/** The directory's page, as its loader tells it. Types only: pages load this file. */

import type { PublicProposalCard } from "~/effects/governance/proposals/views"
import type { PublicSale } from "~/effects/treasury/bonds/views"
import type { CommunityCard, Suggestion } from "../cards"
import type { Cursor, ExploreQuery } from "../query"

export interface ExplorePage {
  readonly query: ExploreQuery
  /** Every tag there is. */
  readonly tags: ReadonlyArray<string>
  /** None on the other tabs. */
  readonly list: {
    readonly cards: ReadonlyArray<CommunityCard>
    readonly next: Cursor | null
    readonly total: number | null
  } | null
  /** On the tab of open proposals alone. */
  readonly votes: {
    readonly cards: ReadonlyArray<PublicProposalCard>
    readonly next: Cursor | null
    readonly now: number
  } | null
  /** On the tab of bond sales alone. */
  readonly sales: {
    readonly rows: ReadonlyArray<PublicSale>
    readonly next: Cursor | null
    readonly now: number
  } | null
  readonly suggestions: ReadonlyArray<Suggestion>
}
