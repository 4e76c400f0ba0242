/** Colours of the pictures, read from the one file that defines those of the pages. Pure. */

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
export type Colour = (typeof NAMES)[number]
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
