/** The caller, as limits count: a browser, an account where one is signed in, and the network the request came from. */
export interface Asker {
  /** SHA-256 of the browser cookie, hex. */
  readonly browser: string
  readonly account: string | null
  /** `null` where the peer is this machine itself (see networkOf). */
  readonly network: string | null
}

/** Groups of an IPv6 address, `::` written out. Undefined when it is none. */
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

/** Its first bits; null for loopback, "unknown" for what is no address. */
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
 * The network an address belongs to: its /24 for IPv4, its /64 for IPv6 (docs/product/safety.md, B8). Loopback is
 * `null`: such a peer is this machine or a proxy on it, and counting all its visitors as one network would lock out
 * everybody at once.
 */
export const networkOf = (address: string): string | null => cutTo(address, 24, 64)

/** The network around that one: a /16 or a /48. */
export const widerNetworkOf = (address: string): string => cutTo(address, 16, 48) ?? "this machine"

/** One visitor as far as addresses tell: one address of IPv4; of IPv6 a /64, out of which each takes many. */
export const addressIn = (address: string): string => cutTo(address, 32, 64) ?? "this machine"
