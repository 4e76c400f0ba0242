/** Headings of one text: levels without gaps, and unique anchors. Pure except for its own counters. */
import type { Token } from "./Token"
import type { HeadingLevel } from "./Tree"
import type { TreeRules } from "./TreeRules"

const LOWEST = 6
const MAX_ANCHOR = 60

const slug = (words: string) =>
  words
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_ANCHOR)
    .replace(/^-+|-+$/g, "")

const levelOf = (tag: string) => Number(tag.slice(1))

export const makeOutline = (tokens: ReadonlyArray<Token>, rules: Pick<TreeRules, "topHeading" | "anchorPrefix">) => {
  const written = tokens.filter(({ type }) => type === "heading_open").map(({ tag }) => levelOf(tag))
  const highest = Math.min(...written, LOWEST)
  const taken = new Map<string, number>()
  let before = rules.topHeading - 1

  return {
    /** At most one level deeper than the heading before it. */
    level: (tag: string): HeadingLevel => {
      const wanted = rules.topHeading + levelOf(tag) - highest
      before = Math.min(wanted, before + 1, LOWEST)
      return before as HeadingLevel // between topHeading (2 or more) and 6
    },
    anchor: (words: string): string => {
      const base = `${rules.anchorPrefix}${slug(words) || "part"}`
      const uses = (taken.get(base) ?? 0) + 1
      taken.set(base, uses)
      return uses === 1 ? base : outOf(taken, base, uses)
    }
  }
}

/** The next free anchor: "title-2" may itself be another heading's text. */
const outOf = (taken: Map<string, number>, base: string, from: number): string => {
  let n = from
  while (taken.has(`${base}-${n}`)) n += 1
  taken.set(`${base}-${n}`, 1)
  return `${base}-${n}`
}
