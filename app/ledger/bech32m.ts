/**
 * Bech32m (BIP-350) without Bitcoin's limit of 90 characters, because ledger addresses and hashes are longer.
 *
 * Pure. `encode` takes any bytes; `decode` returns none unless prefix, alphabet, case and checksum are all valid.
 */
import { Option } from "effect"

const ALPHABET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
/** Character code → five bits. */
const VALUES: ReadonlyMap<number, number> = new Map(
  Array.from(ALPHABET, (letter, index) => [letter.charCodeAt(0), index])
)
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const CHECK = 0x2bc830a3 // BIP-350
const CHECK_LENGTH = 6

/**
 * Continues a checksum over five-bit words. Written without closures, because it runs for every character of every
 * address.
 */
const polymod = (words: Iterable<number>, start: number): number => {
  let sum = start
  for (const word of words) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ word
    for (let bit = 0; bit < GENERATOR.length; bit++) {
      if ((top >>> bit) & 1) sum ^= GENERATOR[bit] ?? 0
    }
  }
  return sum
}

/** Cached checksum of a prefix; a manifest uses few prefixes many times. */
const prefixSum = (prefix: string): number => {
  const known = PREFIX_SUMS.get(prefix)
  if (known !== undefined) return known
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0))
  const sum = polymod([...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)], 1)
  if (PREFIX_SUMS.size < MAX_PREFIXES) PREFIX_SUMS.set(prefix, sum)
  return sum
}
const PREFIX_SUMS = new Map<string, number>()
const MAX_PREFIXES = 64

/** Regroups bits. None if the padding is wrong, which can only happen when decoding. */
const regroup = (values: Iterable<number>, from: number, to: number, pad: boolean): Option.Option<Array<number>> => {
  const out: Array<number> = []
  let buffer = 0
  let bits = 0
  for (const value of values) {
    buffer = (buffer << from) | value
    bits += from
    while (bits >= to) {
      bits -= to
      out.push((buffer >>> bits) & ((1 << to) - 1))
      buffer &= (1 << bits) - 1
    }
  }
  if (pad) {
    if (bits > 0) out.push((buffer << (to - bits)) & ((1 << to) - 1))
    return Option.some(out)
  }
  return bits >= from || buffer !== 0 ? Option.none() : Option.some(out)
}

export const encode = (prefix: string, bytes: Uint8Array): string => {
  const words = Option.getOrElse(regroup(bytes, 8, 5, true), () => [])
  const sum = polymod([...words, 0, 0, 0, 0, 0, 0], prefixSum(prefix)) ^ CHECK
  const check = Array.from({ length: CHECK_LENGTH }, (_, index) => (sum >>> (5 * (CHECK_LENGTH - 1 - index))) & 31)
  return `${prefix}1${[...words, ...check].map((word) => ALPHABET[word]).join("")}`
}

export const decode = (text: string): Option.Option<{ readonly prefix: string; readonly bytes: Uint8Array }> => {
  const split = text.lastIndexOf("1")
  if (text !== text.toLowerCase() || split < 1 || text.length - split - 1 < CHECK_LENGTH) return Option.none()
  const prefix = text.slice(0, split)
  const words: Array<number> = []
  for (let at = split + 1; at < text.length; at++) words.push(VALUES.get(text.charCodeAt(at)) ?? -1)
  if (words.includes(-1) || polymod(words, prefixSum(prefix)) !== CHECK) return Option.none()
  return Option.map(regroup(words.slice(0, -CHECK_LENGTH), 5, 8, false), (bytes) => ({
    prefix,
    bytes: Uint8Array.from(bytes)
  }))
}
