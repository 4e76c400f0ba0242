/** What a block of sign-ups names: a domain of e-mail addresses, or a network as one address or a CIDR range. Pure. */
import { BlockList, isIP, isIPv6 } from "node:net"
import { domainToASCII } from "node:url"

export interface BlockTarget {
  readonly kind: "domain" | "network"
  /** The one way in which it is stored and compared: "example.org", "192.0.2.0/24", "2001:db8::/32". */
  readonly target: string
}

/** Wider ranges are refused: to close the site to everybody there is a feature flag. */
const WIDEST = { ipv4: 8, ipv6: 16 } as const
const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4")
const bitsOf = { ipv4: 32, ipv6: 128 } as const

/** `::ffff:192.0.2.1` is how a dual-stack socket names an IPv4 address. */
const plain = (address: string) => address.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/i, "")

/** The shortest form of an address. URLs are normalised to it. */
const shortest = (address: string) => (isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address)

/** The bits of an address as one number. */
const numberOf = (address: string): bigint => {
  if (!isIPv6(address)) return address.split(".").reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n)
  const [head = "", tail = ""] = shortest(address).split("::")
  const [left, right] = [head, tail].map((part) => part.split(":").filter((group) => group !== ""))
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => "0")
  return [...(left ?? []), ...zeros, ...(right ?? [])].reduce(
    (sum, group) => (sum << 16n) + BigInt(Number.parseInt(group, 16)),
    0n
  )
}

const readNetwork = (text: string): BlockTarget | string => {
  const [written = "", bitsText, ...more] = text.split("/")
  const address = plain(written)
  if (more.length > 0 || isIP(address) === 0) return `“${text}” is not an address or a range like 192.0.2.0/24.`
  const family = familyOf(address)
  const all = bitsOf[family]
  const bits = bitsText === undefined ? all : Number(bitsText)
  if (bitsText !== undefined && (!/^\d{1,3}$/.test(bitsText) || bits > all)) {
    return `The number after the slash is from ${WIDEST[family]} to ${all}.`
  }
  if (bits < WIDEST[family]) {
    return `A range with /${bits} is too wide: use at least /${WIDEST[family]}, or switch off sign-ups.`
  }
  const isStart = numberOf(address) % (1n << BigInt(all - bits)) === 0n
  // 192.0.2.7/24 could mean the one address or the whole range.
  if (!isStart)
    return `A range with /${bits} does not begin at ${written}. Give its first address, or one address alone.`
  const first = shortest(address)
  return { kind: "network", target: bits === all ? first : `${first}/${bits}` }
}

const asciiDomain = (text: string) => domainToASCII(text.trim().replace(/\.$/, ""))
const isDomain = (text: string) =>
  text.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=.*[a-z])[a-z0-9-]{2,63}$/.test(text)

/** The target that a person typed, or why it cannot be read. */
export const readBlockTarget = (text: string): BlockTarget | string => {
  const tidy = text.trim().toLowerCase()
  if (tidy === "") return "Enter a domain like example.org, or a network like 192.0.2.0/24."
  if (/[/:]/.test(tidy) || isIP(tidy) !== 0) return readNetwork(tidy)
  const domain = asciiDomain(tidy.replace(/^@/, ""))
  return isDomain(domain)
    ? { kind: "domain", target: domain }
    : `“${text.trim()}” is not a domain like example.org, nor a network like 192.0.2.0/24.`
}

/** The domain of an e-mail address, without regard to case or to how international names are written. */
const domainOf = (email: string) => asciiDomain(email.slice(email.lastIndexOf("@") + 1).toLowerCase())

/** A blocked domain includes its subdomains. */
export const blocksEmail = ({ kind, target }: BlockTarget, email: string): boolean =>
  kind === "domain" && `.${domainOf(email)}`.endsWith(`.${target}`)

export const blocksAddress = ({ kind, target }: BlockTarget, from: string): boolean => {
  const address = plain(from)
  if (kind !== "network" || isIP(address) === 0) return false
  const list = new BlockList()
  const [first = "", bits] = target.split("/")
  const family = familyOf(first)
  list.addSubnet(first, bits === undefined ? bitsOf[family] : Number(bits), family)
  return list.check(address, familyOf(address))
}
