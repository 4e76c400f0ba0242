/** Which pages are stored for reading offline, for how long and how many (docs/decisions/0083-…). Pure. */

/** Maximum number of pages, total bytes, and bytes of one page. */
export const MAX_PAGES = 30
export const MAX_BYTES = 4_000_000
export const MAX_PAGE_BYTES = 400_000
/** Milliseconds for which a signed-in person's pages are shown: the lifetime of an unused session. */
export const OWN_LIFE = 7 * 86_400_000

/** Addresses that contain a secret, are not pages, or are only forms. */
const NEVER = [
  "/api",
  "/local",
  "/files",
  "/calendar",
  "/leave",
  "/operator",
  "/signup",
  "/temp",
  "/undo",
  "/create",
  "/userDashboard/edit"
]
/** Allowed query parameters: those that select a view; no invitations or codes. */
const QUERY: ReadonlySet<string> = new Set(["tab", "thread", "a", "view", "topic", "tag", "show", "after", "page"])
const MAX_ADDRESS = 300

const isBelow = (path: string, place: string) =>
  path === place || path.startsWith(`${place}/`) || path.startsWith(`${place}.`)

/** Whether a page of this site may be stored under its address. */
export const mayStore = (address: string, origin: string): boolean => {
  if (!URL.canParse(address) || address.length > MAX_ADDRESS) return false
  const url = new URL(address)
  if (url.origin !== origin || url.username !== "") return false
  if (NEVER.some((place) => isBelow(url.pathname, place))) return false
  if (/\/(invitation|deploy)(\/|$)/.test(url.pathname) || /\.[a-z]+$/.test(url.pathname)) return false
  return [...url.searchParams.keys()].every((name) => QUERY.has(name))
}

/** The key of a stored page: its address without the fragment. */
export const keyOf = (address: string): string => {
  const url = new URL(address)
  url.hash = ""
  return url.href
}

export interface Cached {
  readonly key: string
  readonly bytes: number
}

/** The pages to delete, given all of them from the oldest to the newest. */
export const surplusOf = (pages: ReadonlyArray<Cached>): ReadonlyArray<string> => {
  let bytes = 0
  const stay = new Set<string>()
  for (const page of pages.toReversed()) {
    bytes += page.bytes
    if (stay.size >= MAX_PAGES || bytes > MAX_BYTES) break
    stay.add(page.key)
  }
  return pages.filter(({ key }) => !stay.has(key)).map(({ key }) => key)
}
