/**
 * Each community's emblem, drawn from its id and name: hue, engraved band, monogram (docs/product/publishing.md). Pure,
 * no imports.
 */
export interface EmblemDrawing {
  /** 1 to 12. */
  readonly hue: number
  /** Lengths of strokes and gaps of the engraved band, for `stroke-dasharray`. */
  readonly band: string
  readonly monogram: string
}

const HUES = 12
const BANDS = ["2.4 1.6", ".8 1.6", "1 1 3 1", ".7 2.2", "1.2 1.2", "3.4 1 .8 1"] as const
/** FNV-1a, 32 bits. */
const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

const hash = (text: string): number => {
  let state = OFFSET
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), PRIME)
  return state >>> 0
}

/** First letters of the first two words; for a single word its first two letters. */
const monogramOf = (name: string): string => {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const [first = "", second] = words
  const letters = second === undefined ? [...first].slice(0, 2) : [[...first][0] ?? "", [...second][0] ?? ""]
  return letters.join("").toUpperCase()
}

export const sealOf = (id: string, name: string): EmblemDrawing => {
  const mixed = hash(id)
  return {
    hue: (mixed % HUES) + 1,
    band: BANDS[Math.floor(mixed / HUES) % BANDS.length] ?? BANDS[0],
    monogram: monogramOf(name)
  }
}
