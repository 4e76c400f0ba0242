/**
 * Where somebody came from, as far as it may be followed: only ever a page of our own router (product D-03, quality
 * B14). Decided by parsing the address as a browser does and looking the path up, never by how it begins. Pure.
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

/** A part of a path holds no hidden separator, no step upwards and nothing that browsers drop. */
const isPlain = (part: string) => {
  const text = decoded(part)
  return text !== undefined && text !== "." && text !== ".." && !/[/\\]/.test(text) && !/\p{C}/u.test(text)
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

/** What people call the page at a path, for "Connect your wallet to continue to …". */
export const pageName = (path: string): string => {
  const safe = safePath(path)
  const name = safe === undefined ? undefined : findPage(new URL(safe, OWN).pathname)
  return name ?? "this page"
}
