import type { AccountAddress } from "~/effects/base/addresses/addresses"

/** The caller as limits see it: a browser, an account if signed in, and the network of the request. */
export interface Asker {
  /** SHA-256 of the browser cookie, hex. */
  readonly browser: string
  readonly account: AccountAddress | null
  /** `null` if the peer is this machine itself (see networkOf). */
  readonly network: string | null
  /** The address of the request, for blocked networks. */
  readonly address: string
  /** The code of the invitation that the browser came with, if any. */
  readonly invitation?: string
}

/** The eight groups of an IPv6 address, with `::` expanded. Undefined if it is not one. */
const groupsOf = (address: string): ReadonlyArray<string> | undefined => {
  const [head = "", tail, ...more] = address.split("::")
  if (more.length > 0) return undefined
  const left = head === "" ? [] : head.split(":")
  const right = tail === undefined || tail === "" ? [] : tail.split(":")
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...left, ...Array.from({ length: missing }, () => "0"), ...right]
  return groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group)) ? groups : undefined
}

/** The address's first bits; null for loopback, "unknown" for text that is not an address. */
const cutTo = (address: string, fourBits: 16 | 24 | 32, sixBits: 48 | 64): string | null => {
  const plain = address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "")
  const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(plain)?.slice(1)
  if (four !== undefined) {
    const bytes = four.map((byte, index) => (index < fourBits / 8 ? byte : "0"))
    return four[0] === "127" ? null : `${bytes.join(".")}/${fourBits}`
  }
  const groups = groupsOf(plain)?.map((group) => Number.parseInt(group, 16).toString(16))
  if (groups === undefined) return "unknown"
  if (groups.slice(0, 7).every((group) => group === "0") && groups[7] === "1") return null
  return `${groups.slice(0, sixBits / 16).join(":")}::/${sixBits}`
}

/**
 * The network of an address: its /24 for IPv4, its /64 for IPv6 (docs/product/safety.md). Loopback is `null`: that peer
 * is this machine or a proxy on it, and counting all its visitors as one network would lock out everyone together.
 */
export const networkOf = (address: string): string | null => cutTo(address, 24, 64)

/** The network as logs name it: a /24, or the /48 that a household or company has. */
export const loggedNetworkOf = (address: string): string => cutTo(address, 24, 48) ?? "this machine"

/** The larger network around it: a /16 or a /48. */
export const widerNetworkOf = (address: string): string => cutTo(address, 16, 48) ?? "this machine"

/**
 * One visitor as far as addresses tell: a single IPv4 address, or a /64 of IPv6, because each visitor has a whole one.
 */
export const addressIn = (address: string): string => cutTo(address, 32, 64) ?? "this machine"
