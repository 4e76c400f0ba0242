import type { MarkdownTree } from "./Tree"

/** A text in which nothing is read as a mark: a paragraph for each piece between blank lines, or one where that were too many. */
export const plainParagraphs = (text: string, most: number): MarkdownTree => {
  const parts = text.split(/\n{2,}/).filter((part) => part.trim() !== "")
  return (parts.length > most ? [text] : parts).map((part) => ({ kind: "paragraph", children: [part.trim()] }))
}
