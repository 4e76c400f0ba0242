/**
 * Whether an IP address is one that anybody on the internet may be asked at: what people give as an address must not
 * lead into the network that the server stands in. By IANA's registries of special-purpose addresses (RFC 6890). Pure.
 */

/** IPv4 blocks that are not global, as first address and length of the prefix. */
const SPECIAL_V4: ReadonlyArray<readonly [base: string, bits: number]> = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3] // multicast, reserved, broadcast
]

/** Blocks within 2000::/3, the only one that is global, that are not, as the first two groups and the prefix's length. */
const SPECIAL_V6: ReadonlyArray<readonly [first: number, second: number, bits: number]> = [
  [0x2001, 0x0000, 23],
  [0x2001, 0x0db8, 32],
  [0x2002, 0x0000, 16],
  [0x3fff, 0x0000, 20]
]

/** Four decimal numbers without leading zeros; anything else is no address. Answers 32 bits. */
const readV4 = (text: string): number | undefined => {
  const parts = text.split(".")
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return undefined
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0)
}

const groupsOf = (text: string): ReadonlyArray<number> | undefined => {
  if (text === "") return []
  const groups: Array<number> = []
  const parts = text.split(":")
  for (const [n, part] of parts.entries()) {
    const v4 = n === parts.length - 1 && part.includes(".") ? readV4(part) : undefined
    if (v4 !== undefined) groups.push(Math.floor(v4 / 65_536), v4 % 65_536)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

/** Eight groups of 16 bits (RFC 4291, 2.2); no zone. */
const readV6 = (text: string): ReadonlyArray<number> | undefined => {
  const [head = "", tail, ...others] = text.split("::")
  if (others.length > 0) return undefined
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  if (before === undefined || after === undefined) return undefined
  const left = 8 - before.length - after.length
  if (tail === undefined ? left !== 0 : left < 1) return undefined
  return [...before, ...Array<number>(left).fill(0), ...after]
}

const isPublicV4 = (address: number): boolean =>
  !SPECIAL_V4.some(([base, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(address / size) === Math.floor((readV4(base) ?? 0) / size)
  })

const isPublicV6 = (groups: ReadonlyArray<number>): boolean => {
  const [first = 0, second = 0, third, fourth, fifth, sixth, seventh = 0, eighth = 0] = groups
  const high = [first, second, third, fourth, fifth].join()
  // An IPv4 address in disguise is judged as that one: mapped (RFC 4291, 2.5.5.2), or behind NAT64 (RFC 6052).
  const isMapped = high === "0,0,0,0,0" && sixth === 0xffff
  const isNat64 = high === `${0x64},${0xff9b},0,0,0` && sixth === 0
  if (isMapped || isNat64) return isPublicV4(seventh * 65_536 + eighth)
  if (first < 0x2000 || first > 0x3fff) return false
  const start = first * 65_536 + second
  return !SPECIAL_V6.some(([one, other, bits]) => {
    const size = 2 ** (32 - bits)
    return Math.floor(start / size) === Math.floor((one * 65_536 + other) / size)
  })
}

/** True for a global unicast address, as text without brackets. False for every other one, and for what is no address. */
export const isPublicAddress = (address: string): boolean => {
  const v4 = readV4(address)
  if (v4 !== undefined) return isPublicV4(v4)
  const v6 = address.includes(":") ? readV6(address) : undefined
  return v6 !== undefined && isPublicV6(v6)
}
