/**
 * Reads a font face: its glyphs, their widths and outlines. Pure. Supports TrueType outlines (OpenType 1.9.1: "cmap",
 * "head", "hhea", "hmtx", "loca", "glyf").
 */
import { kerningOf } from "./kerning"
import { outlineOf, type Step } from "./outline"

export interface Face {
  /** Units per em, the unit of all values below. */
  readonly unitsPerEm: number
  /** Glyph of a code point; undefined if the face does not have it. */
  readonly glyphOf: (codePoint: number) => number | undefined
  readonly advanceOf: (glyph: number) => number
  readonly kern: (left: number, right: number) => number
  readonly outlineOf: (glyph: number) => ReadonlyArray<Step>
}

const SEGMENTS = 4
const GROUPS = 12

const bySegments = (cmap: DataView, at: number): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  const twice = cmap.getUint16(at + 6)
  for (let n = 0; n < twice; n += 2) {
    const end = cmap.getUint16(at + 14 + n)
    const start = cmap.getUint16(at + 16 + twice + n)
    const delta = cmap.getUint16(at + 16 + 2 * twice + n)
    const offsetAt = at + 16 + 3 * twice + n
    const offset = cmap.getUint16(offsetAt)
    for (let point = start; point <= end && point < 0xffff; point++) {
      const raw = offset === 0 ? point : cmap.getUint16(offsetAt + offset + (point - start) * 2)
      const glyph = raw === 0 && offset !== 0 ? 0 : (raw + delta) & 0xffff
      if (glyph !== 0) found.set(point, glyph)
    }
  }
  return found
}

const byGroups = (cmap: DataView, at: number): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  for (let n = 0; n < cmap.getUint32(at + 12); n++) {
    const group = at + 16 + n * 12
    const [start, end, glyph] = [cmap.getUint32(group), cmap.getUint32(group + 4), cmap.getUint32(group + 8)]
    for (let point = start; point <= end; point++) found.set(point, glyph + point - start)
  }
  return found
}

const UNICODE = 0
const WINDOWS = 3

/** Maps code points to glyphs. Reads only the formats of Unicode tables that our fonts use. */
const mapOf = (cmap: DataView): ReadonlyMap<number, number> => {
  const found = new Map<number, number>()
  for (let n = 0; n < cmap.getUint16(2); n++) {
    const record = 4 + n * 8
    const platform = cmap.getUint16(record)
    if (platform !== UNICODE && platform !== WINDOWS) continue
    const at = cmap.getUint32(record + 4)
    const format = cmap.getUint16(at)
    const part = format === SEGMENTS ? bySegments(cmap, at) : format === GROUPS ? byGroups(cmap, at) : new Map()
    for (const [point, glyph] of part) found.set(point, glyph)
  }
  return found
}

const WIDE = 1

/** @param table returns a table by its name, and fails if the font does not have it. */
export const faceOf = (tables: ReadonlyMap<string, DataView>): Face => {
  const table = (name: string): DataView => {
    const found = tables.get(name)
    if (found === undefined) throw new Error(`a font without the table ${name}`)
    return found
  }
  const [head, hhea, hmtx, loca, glyf] = [table("head"), table("hhea"), table("hmtx"), table("loca"), table("glyf")]
  const glyphs = mapOf(table("cmap"))
  const metrics = hhea.getUint16(34)
  const isWide = head.getInt16(50) === WIDE
  const place = (glyph: number): readonly [number, number] =>
    isWide
      ? [loca.getUint32(glyph * 4), loca.getUint32(glyph * 4 + 4)]
      : [loca.getUint16(glyph * 2) * 2, loca.getUint16(glyph * 2 + 2) * 2]
  return {
    unitsPerEm: head.getUint16(18),
    glyphOf: (codePoint) => glyphs.get(codePoint),
    advanceOf: (glyph) => hmtx.getUint16(Math.min(glyph, metrics - 1) * 4),
    kern: kerningOf(tables.get("GPOS")),
    outlineOf: (glyph) => outlineOf(glyf, place, glyph)
  }
}
