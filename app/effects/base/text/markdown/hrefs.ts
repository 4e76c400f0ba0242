/**
 * Which addresses a text may link to. An allow-list applied to the address as a browser would parse it, so that no
 * spelling (tabs, control characters, backslashes, letter case) can smuggle in another scheme.
 */

/** Paths of our own site, in requests and in links of texts. Pure. */

/**
 * Maximum number of segments, far more than any address of ours has: the router's time grows with the square of the
 * slashes.
 */
export const MAX_PARTS = 64

export const partsOf = (path: string): number => path.split("/").length

/** Control characters, and the backslash, which some parsers treat as a slash and others do not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const NEVER_IN_PATHS = /[\u0000-\u001F\u007F-\u009F\\]/

export const canDecode = (path: string): boolean => {
  try {
    return !NEVER_IN_PATHS.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

/** Base for parsing addresses of our own site; a reserved name that nobody can own. */
const OWN = "https://own.invalid"

const parse = (address: string): URL | undefined => {
  // The parser drops these before it looks at the scheme; an address that needs them is not an honest address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\u0000-\u0020\u007f\\]/.test(address.trim())) return undefined
  return URL.canParse(address.trim(), OWN) ? new URL(address.trim(), OWN) : undefined
}

/** The server refuses other characters, also if a page requests many addresses together. */
const mayBeOurs = ({ pathname }: URL): boolean => canDecode(pathname) && partsOf(pathname) <= MAX_PARTS

const onOwnSite = (url: URL) => url.origin === OWN

/** An address of our own site, relative to its root. */
const fromRoot = (url: URL) => `${url.pathname}${url.search}${url.hash}`

/**
 * The address to link to, or undefined if it is not allowed. Addresses on this site start with "/" or "#"; others are
 * https, http or mailto, without a user name.
 */
export const safeHref = (address: string): string | undefined => {
  const url = parse(address)
  if (url === undefined) return undefined
  if (onOwnSite(url)) {
    if (address.trim().startsWith("#")) return url.hash
    return address.trim().startsWith("/") && mayBeOurs(url) ? fromRoot(url) : undefined
  }
  const isWhole = URL.canParse(address.trim()) // "//elsewhere.example" is an external address that looks like one of ours
  if (!isWhole || url.username !== "" || url.password !== "") return undefined
  if (url.protocol === "mailto:") return url.href
  return (url.protocol === "https:" || url.protocol === "http:") && url.hostname !== "" ? url.href : undefined
}

/** True for an external address. */
export const isOutside = (href: string) => !href.startsWith("/") && !href.startsWith("#")

/**
 * The picture's address, or undefined. `hosts` are the allowed prefixes: a path of our own site that ends in "/", or
 * the address of a file host.
 */
export const safeImage = (address: string, hosts: ReadonlyArray<string>): string | undefined => {
  const url = parse(address)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  const shown = onOwnSite(url) && address.trim().startsWith("/") ? fromRoot(url) : url.href
  return hosts.some((host) => host.endsWith("/") && shown.startsWith(host)) ? shown : undefined
}
