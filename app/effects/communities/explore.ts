/** The directory's page, as its loader tells it. Types only: pages load this file. */
import type { CommunityCard, Suggestion } from "./cards"
import type { Cursor, ExploreQuery } from "./query"

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
  readonly suggestions: ReadonlyArray<Suggestion>
}
