/**
 * Decides which internet addresses are public: all except those that the IANA special-purpose registries (RFC 6890, RFC
 * 8190) or another rule reserve. An address that a user enters must not lead into the server's own network. Pure.
 */

/** Address and prefix length. */
type Range = readonly [prefix: string, bits: number]

const RESERVED_4: ReadonlyArray<Range> = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private, RFC 1918
  ["100.64.0.0", 10], // shared by carriers, RFC 6598
  ["127.0.0.0", 8], // loopback
  ["169.254.0.0", 16], // link-local; a cloud's metadata
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarks
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4] // reserved, and broadcast
]
/** Of IPv6 only global unicast can be public; these ranges of it are not. */
const GLOBAL_6: Range = ["2000::", 3]
const RESERVED_6: ReadonlyArray<Range> = [
  ["2001::", 23], // protocol assignments: Teredo, ORCHID
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: contains an IPv4 address
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20] // documentation
]
/** IPv6 addresses that contain an IPv4 address: mapped (RFC 4291, 2.5.5.2), or behind NAT64 (RFC 6052). */
const CARRIERS: ReadonlyArray<Range> = [
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96]
]

const bits4 = (text: string): bigint | undefined => {
  const parts = text.split(".")
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256))
    return undefined
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n)
}

const groupsOf = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

const bits6 = (text: string): bigint | undefined => {
  // The last two groups may be written as an IPv4 address.
  const tail = /^(.*:)([\d.]+)$/.exec(text)
  const four = tail === null || !text.includes(".") ? undefined : bits4(tail[2] ?? "")
  if (text.includes(".") && four === undefined) return undefined
  const whole = four === undefined ? text : `${tail?.[1]}${(four >> 16n).toString(16)}:${(four & 0xffffn).toString(16)}`
  const halves = whole.split("::")
  if (halves.length > 2) return undefined
  const [before = [], after = []] = halves.map(groupsOf)
  const missing = 8 - before.length - after.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined
  const groups = [...before, ...Array.from({ length: missing }, () => "0"), ...after]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n)
}

const isIn = (address: bigint, width: number, read: (text: string) => bigint | undefined, [prefix, bits]: Range) => {
  const shift = BigInt(width - bits)
  return address >> shift === (read(prefix) ?? -1n) >> shift
}

/** The IPv4 address that an IPv6 address contains, `::ffff:192.0.2.1`. */
const carriedIn = (six: bigint): bigint | undefined =>
  CARRIERS.some((range) => isIn(six, 128, bits6, range)) ? six & 0xffff_ffffn : undefined

/** Takes an address without brackets. Text that is not an address is not public. */
export const isPublicAddress = (text: string): boolean => {
  const four = bits4(text)
  if (four !== undefined) return !RESERVED_4.some((range) => isIn(four, 32, bits4, range))
  const six = bits6(text)
  if (six === undefined) return false
  const carried = carriedIn(six)
  if (carried !== undefined) return !RESERVED_4.some((range) => isIn(carried, 32, bits4, range))
  return isIn(six, 128, bits6, GLOBAL_6) && !RESERVED_6.some((range) => isIn(six, 128, bits6, range))
}

export const isLoopback = (text: string): boolean => {
  const four = bits4(text)
  const six = bits6(text)
  if (four !== undefined) return four >> 24n === 127n
  return six === 1n
}

/** Whether the host is an address and not a name. */
export const isAddress = (text: string): boolean => bits4(text) !== undefined || bits6(text) !== undefined
