/** The query of the proposal list, read from an address and written back. Pure; malformed values are ignored. */
import { proposalKinds } from "~/effects/access/proposalKinds"
import type { ProposalKind } from "~/effects/governance/votes/proposal/Proposal"
import type { Tab } from "./views"

const TABS: ReadonlyArray<Tab> = ["open", "review", "results", "drafts"]
const Q_LENGTH = { min: 2, max: 60 } as const

export interface ListQuery {
  readonly tab: Tab
  readonly kind: ProposalKind | null
  /** An account address. */
  readonly author: string | null
  /** Empty, or 2 to 60 characters. */
  readonly q: string
  /** Key of the last row on the previous page. */
  readonly after: { readonly at: number; readonly id: string } | null
}

export const readAfter = (text: string | null): ListQuery["after"] => {
  const found = /^(\d{1,15})~([a-z2-7]{12})$/.exec(text ?? "")
  return found === null ? null : { at: Number(found[1]), id: found[2] ?? "" }
}

export const readListQuery = (params: URLSearchParams): ListQuery => {
  const q = (params.get("q") ?? "").trim().slice(0, Q_LENGTH.max)
  const author = params.get("author")
  return {
    tab: TABS.find((tab) => tab === params.get("tab")) ?? "open",
    kind: proposalKinds.find((kind) => kind === params.get("kind")) ?? null,
    author: author !== null && /^account_[a-z0-9_]{1,100}$/.test(author) ? author : null,
    q: q.length < Q_LENGTH.min ? "" : q,
    after: readAfter(params.get("after"))
  }
}

/** Search part of an address below .../proposals; empty for the first page of open proposals. */
export const listSearch = ({ after, author, kind, q, tab }: ListQuery): string => {
  const params = new URLSearchParams()
  if (tab !== "open") params.set("tab", tab)
  if (kind !== null) params.set("kind", kind)
  if (author !== null) params.set("author", author)
  if (q !== "") params.set("q", q)
  if (after !== null) params.set("after", `${after.at}~${after.id}`)
  const search = params.toString()
  return search === "" ? "" : `?${search}`
}
