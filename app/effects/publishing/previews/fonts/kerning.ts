/**
 * Kerning: how much closer two glyphs are than their widths say (OpenType 1.9.1, "GPOS", pair adjustment). Pure. Reads
 * only the advance of the first glyph, which is all that Latin, Greek and Cyrillic use.
 */

type Kern = (left: number, right: number) => number
/** Null if a table does not cover the pair, so that the next one is tried. */
type Asked = (left: number, right: number) => number | null

const PAIRS = 2
const EXTENSION = 9
const X_ADVANCE = 4

const bits = (format: number): number => {
  let count = 0
  for (let left = format; left > 0; left &= left - 1) count++
  return count
}
/** Size of a value record in bytes, and the offset of the advance in it; null if it has none. */
const valueOf = (format: number) => ({
  size: bits(format) * 2,
  advance: (format & X_ADVANCE) === 0 ? null : bits(format & (X_ADVANCE - 1)) * 2
})

/** Glyphs that a table covers, with their coverage index. */
const coverage = (gpos: DataView, at: number): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const count = gpos.getUint16(at + 2)
  for (let n = 0; n < count; n++) {
    if (gpos.getUint16(at) === 1) found.set(gpos.getUint16(at + 4 + n * 2), n)
    else {
      const range = at + 4 + n * 6
      const [first, last, index] = [gpos.getUint16(range), gpos.getUint16(range + 2), gpos.getUint16(range + 4)]
      for (let glyph = first; glyph <= last; glyph++) found.set(glyph, index + glyph - first)
    }
  }
  return found
}

const classes = (gpos: DataView, at: number): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  if (gpos.getUint16(at) === 1) {
    const first = gpos.getUint16(at + 2)
    for (let n = 0; n < gpos.getUint16(at + 4); n++) found.set(first + n, gpos.getUint16(at + 6 + n * 2))
    return found
  }
  for (let n = 0; n < gpos.getUint16(at + 2); n++) {
    const range = at + 4 + n * 6
    for (let glyph = gpos.getUint16(range); glyph <= gpos.getUint16(range + 2); glyph++) {
      found.set(glyph, gpos.getUint16(range + 4))
    }
  }
  return found
}

const pairTable = (gpos: DataView, at: number): Asked => {
  const covered = coverage(gpos, at + gpos.getUint16(at + 2))
  const [first, second] = [valueOf(gpos.getUint16(at + 4)), valueOf(gpos.getUint16(at + 6))]
  const { advance } = first
  if (advance === null) return () => null
  if (gpos.getUint16(at) === 1) {
    const size = 2 + first.size + second.size
    return (left, right) => {
      const index = covered.get(left)
      if (index === undefined) return null
      const set = at + gpos.getUint16(at + 10 + index * 2)
      for (let n = 0; n < gpos.getUint16(set); n++) {
        const pair = set + 2 + n * size
        if (gpos.getUint16(pair) === right) return gpos.getInt16(pair + 2 + advance)
      }
      return null
    }
  }
  const [lefts, rights] = [classes(gpos, at + gpos.getUint16(at + 8)), classes(gpos, at + gpos.getUint16(at + 10))]
  const columns = gpos.getUint16(at + 14)
  return (left, right) => {
    if (!covered.has(left)) return null
    const cell = (lefts.get(left) ?? 0) * columns + (rights.get(right) ?? 0)
    return gpos.getInt16(at + 16 + cell * (first.size + second.size) + advance)
  }
}

/** Lookups that the feature "kern" refers to, each once. */
const kernLookups = (gpos: DataView): ReadonlyArray<number> => {
  const features = gpos.getUint16(6)
  const found = new Set<number>()
  for (let n = 0; n < gpos.getUint16(features); n++) {
    const record = features + 2 + n * 6
    if (gpos.getUint32(record) !== 0x6b65726e) continue // "kern"
    const feature = features + gpos.getUint16(record + 4)
    for (let m = 0; m < gpos.getUint16(feature + 2); m++) found.add(gpos.getUint16(feature + 4 + m * 2))
  }
  return [...found].sort((a, b) => a - b)
}

const tablesOf = (gpos: DataView, index: number): ReadonlyArray<Asked> => {
  const lookups = gpos.getUint16(8)
  const lookup = lookups + gpos.getUint16(lookups + 2 + index * 2)
  const type = gpos.getUint16(lookup)
  return Array.from({ length: gpos.getUint16(lookup + 4) }, (_, n) => lookup + gpos.getUint16(lookup + 6 + n * 2))
    .map((at) =>
      type === EXTENSION ? { type: gpos.getUint16(at + 2), at: at + gpos.getUint32(at + 4) } : { type, at }
    )
    .filter((table) => table.type === PAIRS)
    .map((table) => pairTable(gpos, table.at))
}

/** Result in font units. Each lookup adds the value of its first table that covers the pair. */
export const kerningOf = (gpos: DataView | undefined): Kern => {
  if (gpos === undefined) return () => 0
  const lookups = kernLookups(gpos).map((index) => tablesOf(gpos, index))
  return (left, right) => {
    let sum = 0
    for (const tables of lookups) {
      for (const ask of tables) {
        const said = ask(left, right)
        if (said === null) continue
        sum += said
        break
      }
    }
    return sum
  }
}
