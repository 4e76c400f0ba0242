/**
 * Trusted proxies, and the client address behind them (docs/operations.md, "Proxy").
 *
 * Every proxy appends the address of its peer to `X-Forwarded-For`; entries further left came with the request and may
 * be forged. So the list is read from the right, as long as the previous hop is one of our proxies.
 */
import { BlockList, isIP, isIPv6 } from "node:net"

/** True for addresses of proxies whose `X-Forwarded-For` is trusted. */
export type IsTrusted = (address: string) => boolean

/** Default for a server on loopback: only processes of its own machine can connect. */
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

/** The addresses and ranges of the setting, separated by commas or spaces; `none` means an empty list. */
export const proxyList = (text: string): ReadonlyArray<string> =>
  text.trim() === "none" ? [] : text.split(/[\s,]+/).filter((part) => part !== "")

/** Entries of the setting that are neither an address nor a range. */
export const unreadableProxies = (text: string): ReadonlyArray<string> =>
  proxyList(text).filter((part) => rangeOf(part) === undefined)

/** `::ffff:10.0.0.1` is how a dual-stack socket reports an IPv4 peer. */
const plain = (address: string) => address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "")

/** Whether an address is in the list. Unreadable entries match nothing. */
export const trustedBy = (list: ReadonlyArray<string>): IsTrusted => {
  const known = new BlockList()
  for (const { address, bits } of list.flatMap((part) => rangeOf(part) ?? [])) {
    known.addSubnet(address, bits, family(address))
  }
  return (address) => isIP(address) !== 0 && known.check(address, family(address))
}

/** Some proxies append the peer's port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const withoutPort = (hop: string) => hop.replace(/^\[(.+)\](?::\d+)?$/, "$1").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1")

/** More hops than any real chain of proxies. */
const MAX_HOPS = 32

/**
 * The address by which a request is counted: the peer's, unless the peer is a trusted proxy; then the address it
 * reports, and so on. An unreadable hop stops at the proxy that wrote it.
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
