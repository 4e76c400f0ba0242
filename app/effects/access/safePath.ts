/**
 * Where a person came from, as far as it may be followed: only ever a page of our own router (D-03;
 * docs/product/safety.md, B14). Decided by parsing the address as a browser does and looking the path up, never by how
 * it begins. Pure.
 */
import { findPage } from "./pages"

/** A site that no address can name by itself: whatever resolves to it stayed where it was. */
const OWN = "http://own.invalid"
const MAX_LENGTH = 2_000
/** Browsers drop or turn these around before they read an address; ours never contain them. */
const SUSPECT = /[\\\p{C}\p{Z}]/u

const decoded = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

/** A part of a path holds no hidden separator and nothing that browsers drop; steps upwards the parser has resolved. */
const isPlain = (part: string) => {
  const text = decoded(part)
  return text !== undefined && !/[/\\]/.test(text) && !/\p{C}/u.test(text)
}

const parse = (text: string): URL | undefined => {
  if (text.length > MAX_LENGTH || !text.startsWith("/") || SUSPECT.test(text)) return undefined
  return URL.canParse(text, OWN) ? new URL(text, OWN) : undefined
}

/** The path with its query and fragment, if it leads to a page of ours; undefined otherwise. */
export const safePath = (text: string): string | undefined => {
  const url = parse(text)
  if (url === undefined || url.origin !== OWN) return undefined
  const { hash, pathname, search } = url
  if (pathname.includes("//") || !pathname.split("/").every(isPlain)) return undefined
  return findPage(pathname) === undefined ? undefined : `${pathname}${search}${hash}`
}

/** What stands below a page inside a community and has a name of its own (D-07): the page, its parameter, the word. */
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

/** What people call the page at a path, for "Connect your wallet to continue to …"; inside one, with its community. */
export const pageName = (path: string, community = ""): string => {
  const safe = safePath(path)
  if (safe === undefined) return "this page"
  const url = new URL(safe, OWN)
  const name = findPage(url.pathname) ?? "this page"
  if (!url.pathname.startsWith(INSIDE)) return name
  const own = nameInside(url) ?? (url.pathname.slice(INSIDE.length).includes("/") ? name : "")
  return [own, community].filter((part) => part !== "").join(" · ") || name
}
