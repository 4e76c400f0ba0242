/** What a reader searches for, read from an address and written back. Pure; what is malformed is ignored. */
import type { CommunityId } from "~/effects/access/Community"
import { askedWords } from "~/effects/base/text/searchWords"
import { oneOf } from "~/effects/base/text/unknown"

/** Kinds of results, in the order of their tabs. */
export const insideKinds = [
  "proposals",
  "discussion",
  "reasons",
  "requests",
  "expenses",
  "payouts",
  "bonds",
  "announcements",
  "members"
] as const
export const siteKinds = ["communities", "proposals", "announcements", "articles"] as const
export type ResultKind = (typeof insideKinds)[number] | (typeof siteKinds)[number]

export const kindNames: Readonly<Record<ResultKind, string>> = {
  communities: "Communities",
  proposals: "Proposals",
  discussion: "Discussion",
  reasons: "Reasons of votes",
  requests: "Requests",
  expenses: "Expenses",
  payouts: "Payouts",
  bonds: "Bonds",
  announcements: "Announcements",
  members: "Members",
  articles: "Articles"
}

export const periods = ["week", "month", "year"] as const
export type WrittenIn = (typeof periods)[number]
export const periodDays: Readonly<Record<WrittenIn, number>> = { week: 7, month: 30, year: 365 }

export interface SearchQuery {
  /** As it was typed. */
  readonly q: string
  readonly kind: ResultKind | null
  /** An account. */
  readonly from: string | null
  readonly when: WrittenIn | null
  readonly order: "best" | "newest"
  readonly page: number
}

/** Characters of a question that are read. */
export const MOST_CHARACTERS = 300
/** Words of a question. */
export const MOST_WORDS = 12
/** Results that are counted and listed; of more, the newest. */
export const MOST_RESULTS = 500
export const RESULTS_PER_PAGE = 20

export const readSearch = (params: URLSearchParams): SearchQuery => {
  const page = Number(params.get("page") ?? "1")
  return {
    q: (params.get("q") ?? "").trim().slice(0, MOST_CHARACTERS),
    kind: oneOf([...insideKinds, ...siteKinds], params.get("kind")) ?? null,
    from: /^account_[a-z0-9_]{20,80}$/.exec(params.get("from") ?? "")?.[0] ?? null,
    when: oneOf(periods, params.get("when")) ?? null,
    order: params.get("order") === "newest" ? "newest" : "best",
    page: Number.isInteger(page) && page > 1 && page <= MOST_RESULTS / RESULTS_PER_PAGE ? page : 1
  }
}

/** The words to search for, or why there are none. */
export const wordsIn = (q: string): ReadonlyArray<string> | string => {
  const words = askedWords(q)
  if (words.length === 0) return "Type a word or the beginning of one. Signs alone cannot be searched for."
  return words.length > MOST_WORDS ? `Search for at most ${MOST_WORDS} words at once.` : words
}

export const insideSearchPath = (communityId: CommunityId): string => `/community/detail/${communityId}/search`
export const SITE_SEARCH = "/search"

/** The query of an address below a search page. */
export const searchOf = ({ from, kind, order, page, q, when }: SearchQuery): string => {
  const params = new URLSearchParams({ q })
  if (kind !== null) params.set("kind", kind)
  if (from !== null) params.set("from", from)
  if (when !== null) params.set("when", when)
  if (order !== "best") params.set("order", order)
  if (page > 1) params.set("page", String(page))
  return `?${params}`
}
