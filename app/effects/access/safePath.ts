/**
 * Return addresses: the page a person came from, accepted only if it is a page of our own router
 * (docs/product/safety.md). The address is parsed as a browser does and looked up, never judged by its prefix. Pure.
 */

/**
 * The pages of our router: the path pattern and the name of each. Pure, no imports: the first load reads it. A segment
 * that starts with ":" matches any single segment.
 */
const PAGES: ReadonlyArray<readonly [pattern: string, name: string]> = [
  ["/", "Home"],
  ["/ourstory", "Our story"],
  ["/catalystsuite", "The suite"],
  ["/temp", "Sign-up"],
  ["/signup", "Sign-up"],
  ["/privacypolicy", "Privacy policy"],
  ["/termsandcondition", "Terms and conditions"],
  ["/price", "Price"],
  ["/community", "Community"],
  ["/support", "Support"],
  ["/roadmap", "Roadmap"],
  ["/blog", "Blog"],
  ["/developers", "Developers"],
  ["/resources", "Resources"],
  ["/resources/:id", "Resources"],
  ["/explore", "Explore"],
  ["/explore/:slug", "Community"],
  ["/explore/:slug/proposals/:n", "Proposal"],
  ["/explore/:slug/bonds/:code", "Bond"],
  ["/search", "Search"],
  ["/verify", "Verify a vote"],
  ["/userDashboard", "Dashboard"],
  ["/userDashboard/bonds", "My bonds"],
  ["/userDashboard/claims/:id", "Withdraw tokens"],
  ["/userDashboard/edit", "Edit profile"],
  ["/userDashboard/userProfile/:id", "Profile"],
  ["/leave/:secret", "E-mails"],
  ["/undo", "Undo"],
  ["/myCommunities", "My communities"],
  ["/create", "Create a community"],
  ["/exploreDao/:slug/deploy", "Deploy a community"],
  ["/community/detail/:id", "Community"],
  ["/community/detail/:id/members", "Members"],
  ["/community/detail/:id/delegations", "Delegate your vote"],
  ["/community/detail/:id/invitation", "Invitation"],
  ["/community/detail/:id/discussion", "Discussion"],
  ["/community/detail/:id/tokenDistribution", "Payouts"],
  ["/community/detail/:id/treasury", "Treasury"],
  ["/community/detail/:id/tokenWithdraw", "Withdraw tokens"],
  ["/community/detail/:id/activity", "Activity"],
  ["/community/detail/:id/proposals", "Proposals"],
  ["/community/detail/:id/bondissue", "Issue a bond"],
  ["/community/detail/:id/annissue", "New announcement"],
  ["/community/detail/:id/purchasedbond", "My bonds"],
  ["/community/detail/:id/bondissued", "Bonds"],
  ["/community/detail/:id/annissued", "Announcements"],
  ["/community/detail/:id/bondrecipt", "Receipts"],
  ["/community/detail/:id/decisions", "Decisions"],
  ["/community/detail/:id/statement", "Statement"],
  ["/community/detail/:id/budgets", "Budgets"],
  ["/community/detail/:id/expenses", "Expenses"],
  ["/community/detail/:id/signers", "Signers"],
  ["/community/detail/:id/search", "Search"],
  ["/community/detail/:id/templates", "Proposal templates"]
]

const partsOf = (path: string) => path.split("/").filter((part) => part !== "")

const table = PAGES.map(([pattern, name]) => ({ parts: partsOf(pattern), name }))

/** The name of the page at this path (without query), if it is one of ours. */
const findPage = (path: string): string | undefined => {
  const parts = partsOf(path)
  return table.find(
    (page) =>
      page.parts.length === parts.length &&
      page.parts.every((part, index) => part.startsWith(":") || part === parts[index])
  )?.name
}

/** A reserved site that no address can refer to: an address that still has this origin after parsing is relative. */
const OWN = "http://own.invalid"
const MAX_LENGTH = 2_000
/** Browsers drop or rewrite these before they parse an address; ours never contain them. */
const SUSPECT = /[\\\p{C}\p{Z}]/u

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/**
 * A path segment must contain no encoded separator and nothing that browsers drop; the parser has already resolved
 * `..`.
 */
const isPlain = (part: string) => {
  const text = decoded(part)
  return text !== undefined && !/[/\\]/.test(text) && !/\p{C}/u.test(text)
}

const parse = (text: string): URL | undefined => {
  if (text.length > MAX_LENGTH || !text.startsWith("/") || SUSPECT.test(text)) return undefined
  return URL.canParse(text, OWN) ? new URL(text, OWN) : undefined
}

/** The path with query and fragment if it leads to one of our pages; undefined otherwise. */
export const safePath = (text: string): string | undefined => {
  const url = parse(text)
  if (url === undefined || url.origin !== OWN) return undefined
  const { hash, pathname, search } = url
  if (pathname.includes("//") || !pathname.split("/").every(isPlain)) return undefined
  return findPage(pathname) === undefined ? undefined : `${pathname}${search}${hash}`
}

/** Items below a community's page that have a name of their own: the page, its parameter, the word. */
const ITEMS = [
  ["proposals", "p", "Proposal"],
  ["discussion", "thread", "Thread"],
  ["annissued", "a", "Announcement"],
  ["bondissued", "series", "Bond"]
] as const
const isItem = (text: string) => /^[A-Za-z0-9-]{1,20}$/.test(text)

const INSIDE = "/community/detail/"

const nameInside = ({ pathname, searchParams }: URL): string | undefined => {
  const [, tab] = pathname.slice(INSIDE.length).split("/")
  const [, parameter = "", word] = ITEMS.find(([page]) => page === tab) ?? []
  const item = searchParams.get(parameter) ?? ""
  return word !== undefined && isItem(item) ? `${word} ${item}` : undefined
}

/** The name of the page at a path, for "Connect your wallet to continue to …"; inside a community, with its name. */
export const pageName = (path: string, community = ""): string => {
  const safe = safePath(path)
  if (safe === undefined) return "this page"
  const url = new URL(safe, OWN)
  const name = findPage(url.pathname) ?? "this page"
  if (!url.pathname.startsWith(INSIDE)) return name
  const own = nameInside(url) ?? (url.pathname.slice(INSIDE.length).includes("/") ? name : "")
  return [own, community].filter((part) => part !== "").join(" · ") || name
}
