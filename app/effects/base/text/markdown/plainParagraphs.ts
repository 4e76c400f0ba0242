import type { MarkdownTree } from "./Tree"

/**
 * Shows a text without interpreting Markdown: a paragraph for each part between blank lines, or a single one if there
 * are too many.
 */
export const plainParagraphs = (text: string, most: number): MarkdownTree => {
  const parts = text.split(/\n{2,}/).filter((part) => part.trim() !== "")
  return (parts.length > most ? [text] : parts).map((part) => ({ kind: "paragraph", children: [part.trim()] }))
}
