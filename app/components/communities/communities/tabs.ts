/**
 * The pages inside a community (docs/product/communities.md): nine tabs, some with a second row. Pure. A page that
 * needs a permission is left out for readers without it.
 */
import { type CommunityRole, type Permission, permissions } from "~/effects/access/permissions"

export interface TabPage {
  /** Path below /community/detail/{id}; empty for the overview. */
  readonly path: string
  readonly name: string
  readonly permission?: Permission
  /** Linked from another page of the tab; appears in no row. */
  readonly isAside?: true
}

export interface Tab {
  readonly name: string
  /** On a phone, which has room for five tabs, this one is under "More". */
  readonly isFolded?: true
  /** The tab links to the first page. If there are several, they form the second row. */
  readonly pages: readonly [TabPage, ...ReadonlyArray<TabPage>]
}

const single = (path: string, name: string): Tab => ({ name, pages: [{ path, name }] })
const folded = (tab: Tab): Tab => ({ ...tab, isFolded: true })

export const insideTabs: ReadonlyArray<Tab> = [
  single("", "Overview"),
  single("discussion", "Discussion"),
  {
    name: "Proposals",
    pages: [
      { path: "proposals", name: "Proposals" },
      { path: "templates", name: "Templates", permission: "templates", isAside: true }
    ]
  },
  folded({
    name: "Announcements",
    pages: [
      { path: "annissued", name: "Published" },
      { path: "annissue", name: "Issue", permission: "announce" }
    ]
  }),
  {
    name: "Bonds",
    pages: [
      { path: "bondissued", name: "All series" },
      { path: "purchasedbond", name: "My bonds" },
      { path: "bondrecipt", name: "Receipts" },
      { path: "bondissue", name: "Issue", permission: "draftBonds" }
    ]
  },
  {
    name: "Treasury",
    pages: [
      { path: "treasury", name: "Balances" },
      { path: "tokenDistribution", name: "Payouts" },
      { path: "budgets", name: "Budgets" },
      { path: "expenses", name: "Expenses" },
      { path: "statement", name: "Statements" },
      { path: "signers", name: "Signers" }
    ]
  },
  folded(single("tokenWithdraw", "Tokens")),
  folded({
    name: "Members",
    pages: [
      { path: "members", name: "All members" },
      { path: "delegations", name: "Delegate your vote" }
    ]
  }),
  folded(single("activity", "Activity"))
]

/** The part of a path below the community's own; empty for the overview. */
const below = (pathname: string): string => pathname.replace(/\/+$/, "").split("/").slice(4).join("/")

export interface Here {
  readonly tab: Tab
  readonly page: TabPage
}

export const currentTab = (pathname: string): Here | undefined => {
  const path = below(pathname)
  for (const tab of insideTabs) {
    const page = tab.pages.find((candidate) => candidate.path === path)
    if (page !== undefined) return { tab, page }
  }
  return undefined
}

/** The second row, if there is more than one page to choose from. */
export const secondRow = ({ pages }: Tab, communityRole: CommunityRole): ReadonlyArray<TabPage> => {
  const open = pages.filter(
    ({ isAside, permission }) =>
      isAside !== true && (permission === undefined || permissions[permission](communityRole).ok)
  )
  return open.length > 1 ? open : []
}
