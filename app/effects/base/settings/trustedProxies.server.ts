/**
 * Which peers are proxies of ours, and whose request one of them brings (docs/operations.md, "Proxy").
 *
 * Every proxy adds the address it was asked from to the right of `X-Forwarded-For`; what stands further left came with
 * the request and may be invented. So the list is read from the right, as long as the hop before is one of ours.
 */
import { BlockList, isIP, isIPv6 } from "node:net"

/** True for addresses of proxies whose `X-Forwarded-For` is believed. */
export type IsTrusted = (address: string) => boolean

/** What a server on loopback trusts where the setting is silent: only processes of its own machine reach it. */
export const LOOPBACK = ["127.0.0.0/8", "::1"] as const

const family = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4")

interface Range {
  readonly address: string
  readonly bits: number
}

/** An address, or a range like `10.0.0.0/8`. */
const rangeOf = (text: string): Range | undefined => {
  const [address = "", bits, ...more] = text.split("/")
  if (more.length > 0 || isIP(address) === 0 || address.includes("%")) return undefined
  const most = isIPv6(address) ? 128 : 32
  if (bits === undefined) return { address, bits: most }
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? { address, bits: Number(bits) } : undefined
}

/** The addresses and ranges of the setting: separated by commas or spaces; `none` stands for an empty list. */
export const proxyList = (text: string): ReadonlyArray<string> =>
  text.trim() === "none" ? [] : text.split(/[\s,]+/).filter((part) => part !== "")

/** Parts of the setting that are neither an address nor a range. */
export const unreadableProxies = (text: string): ReadonlyArray<string> =>
  proxyList(text).filter((part) => rangeOf(part) === undefined)

/** `::ffff:10.0.0.1` is how a socket that listens on both families names an IPv4 peer. */
const plain = (address: string) => address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "")

/** Whether an address is in the list. Parts that cannot be read are in nobody's favour: they match nothing. */
export const trustedBy = (list: ReadonlyArray<string>): IsTrusted => {
  const known = new BlockList()
  for (const { address, bits } of list.flatMap((part) => rangeOf(part) ?? [])) {
    known.addSubnet(address, bits, family(address))
  }
  return (address) => isIP(address) !== 0 && known.check(address, family(address))
}

/** Some proxies add the port they were asked from: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string) => hop.replace(/^\[(.+)\](?::\d+)?$/, "$1").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")

/** More hops than any chain of proxies has. */
const MAX_HOPS = 32

/**
 * The address a request is counted by: the peer's own, unless that is a trusted proxy; then the address it was asked
 * from, and so on. A hop that is no address ends the reading at the proxy that wrote it.
 */
export const clientAddress = (peer: string, forwardedFor: string | undefined, isTrusted: IsTrusted): string => {
  let address = plain(peer)
  if (forwardedFor === undefined || !isTrusted(address)) return address
  for (const hop of forwardedFor.split(",").slice(-MAX_HOPS).reverse()) {
    const next = plain(withoutPort(hop.trim()))
    if (isIP(next) === 0) return address
    address = next
    if (!isTrusted(address)) return address
  }
  return address
}
