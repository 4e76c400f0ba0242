/** Text as outlines: measures, wraps, cuts, and converts a line to one path. Pure. */
import type { Face } from "./fonts/Face"

export type Style = "serif" | "sans" | "strong"
/** Faces of each style in the order in which a character is looked up. */
export type Fonts = Readonly<Record<Style, ReadonlyArray<Face>>>

export interface Letters {
  readonly style: Style
  /** Pixels per em. */
  readonly size: number
}

const ELLIPSIS = "…"
/** Percentage of a title's characters that may be missing before the title is omitted. */
const MOST_MISSING = 20

interface Placed {
  readonly face: Face
  readonly glyph: number
}

const placed = (faces: ReadonlyArray<Face>, letter: string): Placed | undefined => {
  for (const face of faces) {
    const glyph = face.glyphOf(letter.codePointAt(0) ?? 0)
    if (glyph !== undefined) return { face, glyph }
  }
  return undefined
}

const tidy = (text: string): string => text.normalize("NFC").replace(/\s+/gu, " ").trim()

/** Marks, joiners and variation selectors, which are not characters of their own. */
const isMark = (letter: string): boolean => /[\p{M}\p{Cf}]/u.test(letter)

/**
 * Removes characters that the fonts lack, such as emoji. Null if more than a fifth is missing, as in a Chinese or
 * Arabic title, because half a sentence could say something else.
 */
export const drawable = (fonts: Fonts, style: Style, text: string): string | null => {
  const letters = [...tidy(text)].filter((letter) => !isMark(letter) || placed(fonts[style], letter) !== undefined)
  const seen = letters.filter((letter) => letter !== " ")
  const known = letters.filter((letter) => letter === " " || placed(fonts[style], letter) !== undefined)
  const missing = letters.length - known.length
  const words = seen.filter((letter) => /[\p{L}\p{N}]/u.test(letter))
  const lost = words.filter((letter) => placed(fonts[style], letter) === undefined).length
  if (lost * 100 > words.length * MOST_MISSING || seen.length === missing) return null
  return tidy(known.join(""))
}

interface Glyphs {
  readonly width: number
  readonly items: ReadonlyArray<Placed & { readonly x: number }>
}

const glyphsOf = (fonts: Fonts, { size, style }: Letters, text: string): Glyphs => {
  let x = 0
  let before: Placed | undefined
  const items: Array<Placed & { readonly x: number }> = []
  for (const letter of text) {
    const here = placed(fonts[style], letter)
    if (here === undefined) continue
    const scale = size / here.face.unitsPerEm
    if (before?.face === here.face) x += here.face.kern(before.glyph, here.glyph) * scale
    items.push({ ...here, x })
    x += here.face.advanceOf(here.glyph) * scale
    before = here
  }
  return { width: Math.max(0, x), items }
}

/** Width in pixels from the start of the first glyph to the end of the last. */
export const widthOf = (fonts: Fonts, letters: Letters, text: string): number => glyphsOf(fonts, letters, text).width

const round = (n: number): number => Math.round(n * 10) / 10

/** Path of a line that starts at `x` on the baseline `y`. */
export const pathOf = (fonts: Fonts, letters: Letters, text: string, x: number, y: number): string =>
  glyphsOf(fonts, letters, text)
    .items.map(({ face, glyph, x: from }) => {
      const scale = letters.size / face.unitsPerEm
      const at = (px: number, py: number) => `${round(x + from + px * scale)} ${round(y - py * scale)}`
      const steps = face.outlineOf(glyph)
      return steps
        .map((step, n) => {
          const end = steps[n + 1] === undefined || steps[n + 1]?.to === "M" ? "Z" : ""
          const to = at(step.x, step.y)
          return step.to === "Q" ? `Q${at(step.cx, step.cy)} ${to}${end}` : `${step.to}${to}${end}`
        })
        .join("")
    })
    .join("")

/** The longest beginning that fits with an ellipsis. */
export const cut = (fonts: Fonts, letters: Letters, text: string, width: number): string => {
  if (widthOf(fonts, letters, text) <= width) return text
  const all = [...text]
  let [fits, fails] = [0, all.length]
  const withDots = (count: number) =>
    `${all
      .slice(0, count)
      .join("")
      .replace(/[\s.,:;–—-]+$/u, "")}${ELLIPSIS}`
  while (fits + 1 < fails) {
    const middle = (fits + fails) >> 1
    if (widthOf(fonts, letters, withDots(middle)) <= width) fits = middle
    else fails = middle
  }
  return widthOf(fonts, letters, withDots(fits)) <= width ? withDots(fits) : ""
}

/**
 * Wraps text into lines of at most this width, between words, or inside a word that is wider than a line. Returns at
 * most the given number of lines and cuts the last; `isWhole` says that nothing was cut.
 */
export const wrap = (
  fonts: Fonts,
  letters: Letters,
  text: string,
  width: number,
  most: number
): { readonly lines: ReadonlyArray<string>; readonly isWhole: boolean } => {
  const fits = (line: string) => widthOf(fonts, letters, line) <= width
  const lines: Array<string> = []
  let line = ""
  let rest = text.split(" ").filter((word) => word !== "")
  while (rest.length > 0) {
    const [word = "", ...others] = rest
    const longer = line === "" ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      rest = others
      continue
    }
    if (lines.length === most - 1)
      return { lines: [...lines, cut(fonts, letters, [line, ...rest].join(" ").trim(), width)], isWhole: false }
    if (line !== "") lines.push(line)
    else {
      const head = beginning(word, fits)
      lines.push(head)
      rest = [word.slice(head.length), ...others].filter((each) => each !== "")
    }
    line = ""
  }
  return { lines: line === "" ? lines : [...lines, line], isWhole: true }
}

/** As many characters of a word as fit, but at least one so that wrapping ends. */
const beginning = (word: string, fits: (text: string) => boolean): string => {
  let head = ""
  for (const letter of word) {
    if (head !== "" && !fits(head + letter)) return head
    head += letter
  }
  return head
}
