/** A community as lists show it. Types and plain functions: pages load this file. */
import type { Community } from "~/effects/access/Community"

export interface CommunityCard {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly tagline: string
  readonly logo: string | null
  readonly tags: ReadonlyArray<string>
  readonly joinPolicy: Community["joinPolicy"]
  readonly joinToken: Community["joinToken"]
  readonly tokenResource: string | null
  readonly tokenSymbol: string | null
  readonly isVerified: boolean
  readonly members: number
  readonly openProposals: number
  readonly openSales: number
  /** Unix milliseconds. */
  readonly createdAt: number
}

/** A card, and the interests that it shares with the reader. */
export interface Suggestion {
  readonly card: CommunityCard
  readonly shared: ReadonlyArray<string>
}

interface Candidate extends Suggestion {
  readonly activeAt: number
}

/**
 * Most shared interests first, then the more active (docs/product/publishing.md). Candidates that share none are left
 * out.
 */
export const rankSuggestions = (candidates: ReadonlyArray<Candidate>, limit: number): ReadonlyArray<Suggestion> =>
  candidates
    .filter(({ shared }) => shared.length > 0)
    .sort(
      (one, other) =>
        other.shared.length - one.shared.length ||
        other.activeAt - one.activeAt ||
        (one.card.id < other.card.id ? -1 : 1)
    )
    .slice(0, limit)
    .map(({ card, shared }) => ({ card, shared }))
