/** /myCommunities: its query and its rows (docs/product/communities.md). Pure: the page builds its links with it. */
import type { Community } from "~/effects/access/Community"
import type { MembershipStatus, Role } from "~/effects/access/Membership"

export const mineTabs = ["member", "moderating", "owned", "following", "applications", "drafts"] as const
export type MineTab = (typeof mineTabs)[number]
export const mineTabNames: Readonly<Record<MineTab, string>> = {
  member: "Member",
  moderating: "Moderating",
  owned: "Owned",
  following: "Following",
  applications: "Applications",
  drafts: "Drafts"
}

/** The last row of the page before. */
export interface MineCursor {
  readonly joinedAt: number
  readonly id: string
}

export interface MineQuery {
  readonly tab: MineTab
  readonly q: string
  readonly after: MineCursor | null
}

const MAX_QUERY = 60

const readCursor = (text: string | null): MineCursor | null => {
  const match = /^(\d{1,16})~([a-z2-7]{12})$/.exec(text ?? "")
  const [, joinedAt = "", id = ""] = match ?? []
  return match !== null && Number.isSafeInteger(Number(joinedAt)) ? { joinedAt: Number(joinedAt), id } : null
}

/** Ignores malformed parameters. */
export const readMine = (params: URLSearchParams): MineQuery => ({
  tab: mineTabs.find((tab) => tab === params.get("tab")) ?? "member",
  q: (params.get("q") ?? "").trim().slice(0, MAX_QUERY),
  after: readCursor(params.get("after"))
})

export const mineHref = ({ after, q, tab }: MineQuery): string => {
  const params = new URLSearchParams()
  if (tab !== "member") params.set("tab", tab)
  if (q !== "") params.set("q", q)
  if (after !== null) params.set("after", `${after.joinedAt}~${after.id}`)
  return params.size === 0 ? "/myCommunities" : `/myCommunities?${params}`
}

export interface MyCommunity
  extends Pick<Community, "id" | "slug" | "name" | "tagline" | "logo" | "stage" | "openProposals" | "openSales"> {
  readonly members: number
  /** Null, like the status, for a follower who is not a member. */
  readonly role: Role | null
  readonly status: MembershipStatus | null
  readonly isMuted: boolean
  /** Unix milliseconds; when an application was made, or when following began. */
  readonly joinedAt: number
  readonly unread: number
}

export type MineCounts = Readonly<Record<MineTab, number>>

/** Number of rows from which there is a search box. */
export const SEARCH_FROM = 8
