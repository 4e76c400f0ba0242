/**
 * Layout of a picture: boxes and lines of text, in pixels from the top left. Pure. Nothing exceeds the margins,
 * whatever the title is.
 */
import type { Facts, Share, ShownResult, Tone } from "./Facts"
import { cut, drawable, type Fonts, type Letters, widthOf, wrap } from "./letters"

/** Colours of the pictures, read from the one file that defines those of the pages. */
const NAMES = [
  "ground",
  "ink",
  "ink-2",
  "line",
  "rule-ink",
  "primary",
  "primary-soft",
  "needs-you",
  "needs-you-soft",
  "ok",
  "ok-soft",
  "warn",
  "warn-soft",
  "bad",
  "bad-soft",
  "sunken",
  "for",
  "against",
  "abstain"
] as const
type Colour = (typeof NAMES)[number]
export type Colours = Readonly<Record<Colour, string>>

/**
 * Takes the first colour of "--ground: light-dark(#faf9f6, #0f141b)": pictures are always light, whatever the reader's
 * theme.
 */
const lightOf = (css: string, name: string): string => {
  const found = new RegExp(`--${name}:\\s*light-dark\\((#[0-9a-f]{3,6}),`).exec(css)?.[1]
  if (found === undefined) throw new Error(`there is no colour ${name}`)
  return found
}

/** @param css the text of `app/styles/tokens.css`. */
export const coloursOf = (css: string): Colours =>
  Object.fromEntries(NAMES.map((name) => [name, lightOf(css, name)])) as Colours // every name is in the list

/**
 * Size of every preview picture in pixels, which link previews show uncropped (https://ogp.me). Pages state it in their
 * head.
 */
export const WIDTH = 1200
export const HEIGHT = 630
export const MARGIN = 72

export type Shape =
  | {
      readonly kind: "box"
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly round?: number
      readonly fill: Colour
    }
  /** `y` is the baseline. */
  | {
      readonly kind: "text"
      readonly x: number
      readonly y: number
      readonly width: number
      readonly letters: Letters
      readonly text: string
      readonly fill: Colour
    }
  /** The site's logo: centre and radius of a circle. */
  | { readonly kind: "seal"; readonly x: number; readonly y: number; readonly radius: number; readonly fill: Colour }

const INNER = WIDTH - 2 * MARGIN
const RIGHT = WIDTH - MARGIN

const tones: Readonly<Record<Tone, { readonly ink: Colour; readonly ground: Colour }>> = {
  open: { ink: "primary", ground: "primary-soft" },
  ok: { ink: "ok", ground: "ok-soft" },
  warn: { ink: "warn", ground: "warn-soft" },
  bad: { ink: "bad", ground: "bad-soft" },
  needs: { ink: "needs-you", ground: "needs-you-soft" },
  plain: { ink: "ink-2", ground: "sunken" }
}

/** Places text: cut to the available width, and omitted if the fonts cannot render it. */
const writer = (fonts: Fonts) => {
  const cutTo = (letters: Letters, text: string, room: number): string =>
    cut(fonts, letters, drawable(fonts, letters.style, text) ?? "", room)
  const line = (letters: Letters, text: string, x: number, y: number, fill: Colour): ReadonlyArray<Shape> =>
    text === "" ? [] : [{ kind: "text", x, y, width: widthOf(fonts, letters, text), letters, text, fill }]
  return {
    left: (letters: Letters, text: string, x: number, y: number, room: number, fill: Colour) =>
      line(letters, cutTo(letters, text, room), x, y, fill),
    right: (letters: Letters, text: string, y: number, room: number, fill: Colour) => {
      const fitted = cutTo(letters, text, room)
      return line(letters, fitted, RIGHT - widthOf(fonts, letters, fitted), y, fill)
    },
    line,
    cutTo,
    widthOf: (letters: Letters, text: string) => widthOf(fonts, letters, text)
  }
}
type Writer = ReturnType<typeof writer>

const HEAD = { y: 84, size: 30, seal: 20 }
const EYEBROW_Y = 168
/** The first size in which the whole title fits; the last one cuts it. */
const TITLES = [
  { size: 66, lines: 2 },
  { size: 54, lines: 3 },
  { size: 46, lines: 3 }
] as const
const TITLE_TOP = 190
const LEADING = 1.16
const STATE_Y = 418
const STANDING_Y = 458
const NOTE_Y = 594

const head = (write: Writer, name: string, community: string): ReadonlyArray<Shape> => {
  const letters = { style: "serif", size: HEAD.size } as const
  const x = MARGIN + HEAD.seal * 2 + 14
  return [
    { kind: "seal", x: MARGIN + HEAD.seal, y: HEAD.y - 10, radius: HEAD.seal, fill: "ink" },
    ...write.left(letters, name, x, HEAD.y, 300, "ink"),
    ...write.right({ style: "strong", size: 26 }, community, HEAD.y, INNER - 400, "ink-2"),
    { kind: "box", x: MARGIN, y: 118, width: INNER, height: 2, fill: "rule-ink" }
  ]
}

const title = (fonts: Fonts, write: Writer, { otherTitle, title: text }: Facts): ReadonlyArray<Shape> => {
  const shown = drawable(fonts, "serif", text) ?? otherTitle
  for (const [n, { lines: most, size }] of TITLES.entries()) {
    const letters = { style: "serif", size } as const
    const { isWhole, lines } = wrap(fonts, letters, shown, INNER, most)
    if (!isWhole && n < TITLES.length - 1) continue
    return lines.flatMap((line, at) =>
      write.line(letters, line, MARGIN, Math.round(TITLE_TOP + size * (0.86 + at * LEADING)), "ink")
    )
  }
  return []
}

const CHIP = { size: 26, pad: 18, height: 48 }

const state = (write: Writer, { state: { tone, word }, time }: Facts): ReadonlyArray<Shape> => {
  const letters = { style: "strong", size: CHIP.size } as const
  const text = write.cutTo(letters, word, INNER / 2)
  const width = write.widthOf(letters, text) + 2 * CHIP.pad
  const { ground, ink } = tones[tone]
  const after = MARGIN + width + 20
  return [
    {
      kind: "box",
      x: MARGIN,
      y: STATE_Y - 34,
      width,
      height: CHIP.height,
      round: CHIP.height / 2,
      fill: ground
    },
    ...write.line(letters, text, MARGIN + CHIP.pad, STATE_Y, ink),
    ...write.left({ style: "sans", size: CHIP.size }, time, after, STATE_Y, RIGHT - after, "ink-2")
  ]
}

const BAR = 34
const colours: Readonly<Record<Share["style"], Colour>> = { for: "for", against: "against", soft: "abstain" }
/** Pixels of a share of a bar, at most the whole bar. */
const part = (share: number, whole: number): number => Math.round((Math.min(1000, Math.max(0, share)) * whole) / 1000)

const split = (write: Writer, { needed, parts }: Extract<ShownResult, { kind: "split" }>): ReadonlyArray<Shape> => {
  const [first, second] = parts
  if (first === undefined || second === undefined) return []
  const edge = part(first.share, INNER)
  const label = { style: "strong", size: 26 } as const
  const y = STANDING_Y + BAR + 36
  const firstWords = `${first.label} ${first.words}`
  const secondX = MARGIN + write.widthOf(label, firstWords) + 36
  const tick = needed === null ? [] : [part(needed.at, INNER - 4)]
  return [
    { kind: "box", x: MARGIN, y: STANDING_Y, width: edge, height: BAR, fill: colours[first.style] },
    { kind: "box", x: MARGIN + edge, y: STANDING_Y, width: INNER - edge, height: BAR, fill: colours[second.style] },
    ...tick.map(
      (at): Shape => ({ kind: "box", x: MARGIN + at, y: STANDING_Y - 8, width: 4, height: BAR + 16, fill: "ink" })
    ),
    ...write.line(label, firstWords, MARGIN, y, colours[first.style]),
    ...write.line(label, `${second.label} ${second.words}`, secondX, y, colours[second.style]),
    ...write.right({ style: "sans", size: 24 }, needed?.words ?? "", y, INNER / 2, "ink-2")
  ]
}

const ROW = 36
const LABEL = 400
const NUMBER = 130

const bars = (write: Writer, { bars: all, more }: Extract<ShownResult, { kind: "bars" }>): ReadonlyArray<Shape> => {
  const room = INNER - LABEL - NUMBER
  return [
    ...all.flatMap(({ label, style, share, words }, n): ReadonlyArray<Shape> => {
      const y = STANDING_Y + n * ROW
      return [
        ...write.left(
          { style: style === "for" ? "strong" : "sans", size: 24 },
          label,
          MARGIN,
          y + 22,
          LABEL - 20,
          "ink"
        ),
        { kind: "box", x: MARGIN + LABEL, y: y + 3, width: room, height: 22, fill: "sunken" },
        { kind: "box", x: MARGIN + LABEL, y: y + 3, width: part(share, room), height: 22, fill: colours[style] },
        ...write.right({ style: "strong", size: 24 }, words, y + 22, NUMBER - 12, "ink")
      ]
    }),
    ...write.right({ style: "sans", size: 22 }, more, NOTE_Y, INNER / 2, "ink-2")
  ]
}

const words = (fonts: Fonts, write: Writer, text: string): ReadonlyArray<Shape> => {
  const letters = { style: "sans", size: 30 } as const
  const { lines } = wrap(fonts, letters, drawable(fonts, "sans", text) ?? "", INNER, 2)
  return lines.flatMap((line, at) => write.line(letters, line, MARGIN, STANDING_Y + 40 + at * 40, "ink"))
}

const result = (fonts: Fonts, write: Writer, shown: ShownResult): ReadonlyArray<Shape> => {
  switch (shown.kind) {
    case "split":
      return split(write, shown)
    case "bars":
      return bars(write, shown)
    case "words":
      return words(fonts, write, shown.words)
  }
}

/** @param name name of the site. */
export const layOut = (fonts: Fonts, facts: Facts, name: string): ReadonlyArray<Shape> => {
  const write = writer(fonts)
  const isShared = facts.result.kind === "bars" && facts.result.more !== ""
  return [
    { kind: "box", x: 0, y: 0, width: WIDTH, height: HEIGHT, fill: "ground" },
    ...head(write, name, facts.community),
    ...write.left({ style: "sans", size: 26 }, facts.eyebrow, MARGIN, EYEBROW_Y, INNER, "ink-2"),
    ...title(fonts, write, facts),
    ...state(write, facts),
    ...result(fonts, write, facts.result),
    ...write.left({ style: "sans", size: 24 }, facts.note, MARGIN, NOTE_Y, isShared ? INNER / 2 - 20 : INNER, "ink-2")
  ]
}
