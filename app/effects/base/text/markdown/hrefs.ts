/**
 * Which addresses a text may point to. An allow-list, decided on the address as a browser would read it, so no
 * spelling (tabs, control characters, backslashes, letter case) can slip another scheme through.
 */

import { canDecode, MAX_PARTS, partsOf } from "../ownPath"

/** Stands for our own site while an address is read; it can never be anybody's. */
const OWN = "https://own.invalid"

const parse = (address: string): URL | undefined => {
  // The parser drops these before it looks at the scheme; an address that needs them is no honest address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused here
  if (/[\u0000-\u0020\u007f\\]/.test(address.trim())) return undefined
  return URL.canParse(address.trim(), OWN) ? new URL(address.trim(), OWN) : undefined
}

/** The server refuses others, also where a page asks for many at once. */
const mayBeOurs = ({ pathname }: URL): boolean => canDecode(pathname) && partsOf(pathname) <= MAX_PARTS

const onOwnSite = (url: URL) => url.origin === OWN

/** An address of our own site, as written from its root. */
const fromRoot = (url: URL) => `${url.pathname}${url.search}${url.hash}`

/**
 * The address to link to, or undefined where it may not be linked. In-site addresses start with "/" or "#"; others are
 * https, http or mailto, without a user name in them.
 */
export const safeHref = (address: string): string | undefined => {
  const url = parse(address)
  if (url === undefined) return undefined
  if (onOwnSite(url)) {
    if (address.trim().startsWith("#")) return url.hash
    return address.trim().startsWith("/") && mayBeOurs(url) ? fromRoot(url) : undefined
  }
  const isWhole = URL.canParse(address.trim()) // "//elsewhere.example" is not: it only looks like one of ours
  if (!isWhole || url.username !== "" || url.password !== "") return undefined
  if (url.protocol === "mailto:") return url.href
  return (url.protocol === "https:" || url.protocol === "http:") && url.hostname !== "" ? url.href : undefined
}

/** True for an address outside our own site. */
export const isOutside = (href: string) => !href.startsWith("/") && !href.startsWith("#")

/**
 * The picture to show, or undefined. `hosts` are the beginnings an address may have: a path of our own site that ends
 * in "/", or the address of a file host.
 */
export const safeImage = (address: string, hosts: ReadonlyArray<string>): string | undefined => {
  const url = parse(address)
  if (url === undefined || url.username !== "" || url.password !== "") return undefined
  const shown = onOwnSite(url) && address.trim().startsWith("/") ? fromRoot(url) : url.href
  return hosts.some((host) => host.endsWith("/") && shown.startsWith(host)) ? shown : undefined
}
