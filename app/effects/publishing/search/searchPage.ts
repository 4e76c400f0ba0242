/** Loader data of the search pages. Types only: pages load this file. */
import type { Marked } from "./excerpt"
import type { ResultKind, SearchQuery } from "./searchQuery"

export interface Hit {
  readonly key: string
  /** "Proposal 10 · Passed" */
  readonly over: string
  readonly href: string
  readonly title: Marked
  readonly sentence: Marked
  /** "Marta Lindqvist", "12.60 XRD" */
  readonly about: ReadonlyArray<string>
  /** Unix milliseconds; null for what has no date. */
  readonly at: number | null
  /** Who else sees it, if not everybody who can read the community. */
  readonly only: string | null
}

export interface KindCount {
  readonly kind: ResultKind
  readonly many: number
}

export interface Results {
  readonly hits: ReadonlyArray<Hit>
  readonly total: number
  /** There are more results than are counted, so that counts of single kinds are unknown. */
  readonly isMore: boolean
  readonly counts: ReadonlyArray<KindCount>
  /** People who wrote results, those with most first. */
  readonly people: ReadonlyArray<{ readonly account: string; readonly name: string }>
  /** Nothing has these words; the results have similar ones. */
  readonly isSimilar: boolean
  /** Of a search without results: how many each of its words has alone. */
  readonly alone: ReadonlyArray<{ readonly word: string; readonly many: number }>
}

export interface SearchPage {
  /** Where the form leads to. */
  readonly path: string
  readonly query: SearchQuery
  readonly kinds: ReadonlyArray<ResultKind>
  /** Null without a question, and if it cannot be searched for. */
  readonly results: Results | null
  /** Why it cannot be searched for. */
  readonly problem: string | null
  /** Some texts are not in the index yet. */
  readonly isBehind: boolean
}
