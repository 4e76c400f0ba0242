/**
 * The query of the members page, read from a URL and written back into one. Pure, no imports but types: the page builds
 * its links with it. Malformed parameters are ignored.
 */

import type { Role } from "~/effects/access/Membership"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { oneOf } from "~/effects/base/text/unknown"

export const tabs = ["members", "applications", "invitations", "weights"] as const
export type Tab = (typeof tabs)[number]
export const sorts = ["newest", "longest", "name", "weight"] as const
export type Sort = (typeof sorts)[number]
export const roles = ["member", "moderator", "owner"] as const satisfies ReadonlyArray<Role>

/** The last row of the page before: its value in the chosen order, and its account. */
export interface Cursor {
  readonly value: string | number
  readonly account: AccountAddress
}

export interface MembersQuery {
  readonly tab: Tab
  /** Empty, or 2 to 80 characters: a part of a name, or a whole address. */
  readonly q: string
  readonly role: Role | null
  readonly sort: Sort
  readonly after: Cursor | null
  /** The member whose row is open for changes; empty if none. */
  readonly open: string
}

export const QUERY_LENGTH = { min: 2, max: 80 } as const
const MAX_CURSOR = 200

export const everybody: MembersQuery = { tab: "members", q: "", role: null, sort: "longest", after: null, open: "" }

/** What looks like a ledger address, as far as lists need to know. */
export const isAddressLike = (text: string): text is AccountAddress => /^account_[a-z0-9_]{1,80}$/.test(text)

/** `value~account`; an account contains no "~". */
export const readCursor = (sort: Sort, text: string | null): Cursor | null => {
  if (text === null || text.length > MAX_CURSOR) return null
  const at = text.lastIndexOf("~")
  const value = text.slice(0, Math.max(0, at))
  const account = text.slice(at + 1)
  if (at < 0 || !isAddressLike(account) || /\p{C}/u.test(value)) return null
  if (sort === "name") return { value, account }
  return /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value)) ? { value: Number(value), account } : null
}

export const readQuery = (params: URLSearchParams): MembersQuery => {
  const q = (params.get("q") ?? "").trim().slice(0, QUERY_LENGTH.max)
  const tab = oneOf(tabs, params.get("tab")) ?? "members"
  const sort = oneOf(sorts, params.get("sort")) ?? "longest"
  const open = params.get("open") ?? ""
  return {
    tab,
    q: q.length < QUERY_LENGTH.min ? "" : q,
    role: oneOf(roles, params.get("role")) ?? null,
    sort,
    // Applications have one order: oldest first.
    after: readCursor(tab === "members" ? sort : "longest", params.get("after")),
    open: isAddressLike(open) ? open : ""
  }
}

/** The path of the members page for a query; defaults are left out. */
export const membersHref = (path: string, query: MembersQuery): string => {
  const params = new URLSearchParams()
  if (query.tab !== "members") params.set("tab", query.tab)
  if (query.q !== "") params.set("q", query.q)
  if (query.role !== null) params.set("role", query.role)
  if (query.sort !== "longest") params.set("sort", query.sort)
  if (query.after !== null) params.set("after", `${query.after.value}~${query.after.account}`)
  if (query.open !== "") params.set("open", query.open)
  const search = params.toString()
  return search === "" ? path : `${path}?${search}`
}

/** True without filters; only then is the total known. */
export const isWhole = ({ q, role }: MembersQuery): boolean => q === "" && role === null
