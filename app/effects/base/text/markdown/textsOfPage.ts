/**
 * Limits the Markdown of many texts on one page. A page is rendered in one go, so its texts are bounded together: fifty
 * comments full of formatting would otherwise block other requests for a second. Pure.
 */
import type { MarkdownTree } from "./Tree"

/**
 * Shows a text without interpreting Markdown: a paragraph for each part between blank lines, or a single one if there
 * are too many.
 */
export const plainParagraphs = (text: string, most: number): MarkdownTree => {
  const parts = text.split(/\n{2,}/).filter((part) => part.trim() !== "")
  return (parts.length > most ? [text] : parts).map((part) => ({ kind: "paragraph", children: [part.trim()] }))
}

/** Limit of marks, and of tree nodes, in one comment. A comment of 5,000 characters with a long list has some 300. */
const OF_COMMENT = 1_000
/** Limit for all texts of a page together: nodes, and half as much for each mark. */
const OF_PAGE = 8_000

/** Characters that may begin formatting: each costs the parser time, whether or not it becomes a node. */
const MARKS = /[\n*_`~[\]()<>|#@:!+\\-]/g
const marksIn = (text: string): number => text.match(MARKS)?.length ?? 0

/** Counts blocks, formatting and pieces of text. */
const nodesIn = (part: unknown): number => {
  if (typeof part === "string") return 1
  if (Array.isArray(part)) return part.reduce((sum: number, inner) => sum + nodesIn(inner), 0)
  if (typeof part !== "object" || part === null) return 0
  return Object.values(part).reduce((sum: number, inner) => (Array.isArray(inner) ? sum + nodesIn(inner) : sum), 1)
}

/**
 * Reads the texts of one page in order. `read` builds a tree of at most the given number of nodes, or returns none; a
 * text with more marks than that is not parsed and is shown as it was typed.
 * @param ofText limit of marks, and of nodes, of one text. Default: a comment's.
 */
export const makeTextsOfPage = (ofText = OF_COMMENT) => {
  let left = OF_PAGE
  return (text: string, read: (maxNodes: number) => MarkdownTree | undefined): MarkdownTree => {
    const most = Math.min(ofText, left)
    const marks = marksIn(text)
    if (marks > most) return plainParagraphs(text, 1)
    const tree = read(most)
    left = Math.max(0, left - (tree === undefined ? most : nodesIn(tree) + Math.ceil(marks / 2)))
    return tree ?? plainParagraphs(text, 1)
  }
}
