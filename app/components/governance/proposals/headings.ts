/** The headings of a text, for a list of its contents. Pure. */
import type { Inline, MarkdownTree } from "~/effects/base/text/markdown/Tree"

const wordsOf = (children: ReadonlyArray<Inline>): string =>
  children
    .map((part) => {
      if (typeof part === "string") return part
      if (part.kind === "code") return part.text
      return "children" in part ? wordsOf(part.children) : ""
    })
    .join("")

export const headingsOf = (tree: MarkdownTree): ReadonlyArray<{ readonly id: string; readonly title: string }> =>
  tree.flatMap((block) => (block.kind === "heading" ? [{ id: block.id, title: wordsOf(block.children) }] : []))
