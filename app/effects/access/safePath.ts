/**
 * Return addresses: the page a person came from, accepted only if it is a page of our own router
 * (docs/product/safety.md). The address is parsed as a browser does and looked up, never judged by its prefix. Pure.
 */
import { findPage } from "./pages"

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
