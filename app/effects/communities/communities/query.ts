/**
 * The query of the directory, read from a URL and written back into one. Pure, no imports but types: the page builds
 * its links with it. Malformed parameters are ignored, so every URL is valid.
 */

import type { JoinPolicy } from "~/effects/access/Community"
import { oneOf } from "~/effects/base/text/unknown"

export const sorts = ["active", "newest", "members", "name"] as const
export type Sort = (typeof sorts)[number]
export const policies = ["open", "approval", "token", "invite"] as const satisfies ReadonlyArray<JoinPolicy>
export const tabs = ["communities", "proposals", "sales"] as const
export type Tab = (typeof tabs)[number]

/** The last row of the page before: its value in the chosen order, and its id. */
export interface Cursor {
  readonly value: string | number
  readonly id: string
}

export interface ExploreQuery {
  readonly tab: Tab
  /** Empty, or 2 to 60 characters. */
  readonly q: string
  readonly tags: ReadonlyArray<string>
  readonly policy: JoinPolicy | null
  readonly hasOpenVote: boolean
  readonly hasOpenSale: boolean
  readonly sort: Sort
  readonly after: Cursor | null
}

export const QUERY_LENGTH = { min: 2, max: 60 } as const
const MAX_CURSOR = 200
const MAX_TAGS = 30

export const everything: ExploreQuery = {
  tab: "communities",
  q: "",
  tags: [],
  policy: null,
  hasOpenVote: false,
  hasOpenSale: false,
  sort: "active",
  after: null
}

/** `value~id`; an id contains no "~". */
const readCursor = (sort: Sort, text: string | null): Cursor | null => {
  if (text === null || text.length > MAX_CURSOR) return null
  const at = text.lastIndexOf("~")
  const value = text.slice(0, Math.max(0, at))
  const id = text.slice(at + 1)
  if (at < 0 || !/^[a-z2-7]{12}$/.test(id) || /\p{C}/u.test(value)) return null
  if (sort === "name") return { value, id }
  return /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)) ? { value: Number(value), id } : null
}

/** `knownTags` limits the filter: other tags are ignored. */
export const readQuery = (params: URLSearchParams, knownTags: ReadonlyArray<string>): ExploreQuery => {
  const q = (params.get("q") ?? "").trim().slice(0, QUERY_LENGTH.max)
  const sort = oneOf(sorts, params.get("sort")) ?? "active"
  const asked = new Set(params.getAll("tag"))
  return {
    tab: oneOf(tabs, params.get("tab")) ?? "communities",
    q: q.length < QUERY_LENGTH.min ? "" : q,
    tags: knownTags.filter((tag) => asked.has(tag)).slice(0, MAX_TAGS),
    policy: oneOf(policies, params.get("policy")) ?? null,
    hasOpenVote: params.get("vote") === "1",
    hasOpenSale: params.get("sale") === "1",
    sort,
    after: readCursor(sort, params.get("after"))
  }
}

/** True without filters; only then is the total known. */
export const isUnfiltered = ({ hasOpenSale, hasOpenVote, policy, q, tags }: ExploreQuery): boolean =>
  q === "" && tags.length === 0 && policy === null && !hasOpenVote && !hasOpenSale

/** The directory's path for a query; defaults are left out. */
export const exploreHref = (query: ExploreQuery): string => {
  const params = new URLSearchParams()
  if (query.tab !== "communities") params.set("tab", query.tab)
  if (query.q !== "") params.set("q", query.q)
  for (const tag of query.tags) params.append("tag", tag)
  if (query.policy !== null) params.set("policy", query.policy)
  if (query.hasOpenVote) params.set("vote", "1")
  if (query.hasOpenSale) params.set("sale", "1")
  if (query.sort !== "active") params.set("sort", query.sort)
  if (query.after !== null) params.set("after", `${query.after.value}~${query.after.id}`)
  const search = params.toString()
  return search === "" ? "/explore" : `/explore?${search}`
}
