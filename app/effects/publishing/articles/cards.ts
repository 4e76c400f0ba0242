/** Splits a text with short sections into cards. Pure. */

import { type Block, type MarkdownTree, plainText } from "~/effects/base/text/markdown/Tree"
import type { Article } from "./Article"

export interface Card {
  readonly id: string
  readonly title: string
  readonly tree: MarkdownTree
}

/** One card per section; text before the first section is left to the page. */
export const cardsOf = ({ tree }: Article): ReadonlyArray<Card> => {
  const cards: Array<{ id: string; title: string; tree: Array<Block> }> = []
  for (const block of tree) {
    if (block.kind === "heading" && block.level === 2) {
      cards.push({ id: block.id, title: plainText(block.children), tree: [] })
    } else cards.at(-1)?.tree.push(block)
  }
  return cards
}
