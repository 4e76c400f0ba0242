/**
 * The tree of a Markdown text, which pages send to the browser instead of HTML.
 *
 * Plain JSON. It lists every kind of content that can appear on a page, so nothing else can be shown; its addresses
 * were checked by `hrefs.ts`.
 */

/** Text, or formatting around text. */
export type Inline =
  | string
  | { readonly kind: "em" | "strong" | "struck"; readonly children: ReadonlyArray<Inline> }
  | { readonly kind: "code"; readonly text: string }
  | {
      readonly kind: "link"
      readonly href: string
      /** For links written by users: `nofollow ugc noopener`. */
      readonly rel?: string | undefined
      readonly children: ReadonlyArray<Inline>
    }
  | {
      readonly kind: "image"
      readonly src: string
      readonly alt: string
      /** CSS pixels, if the text states them: the page reserves the space until the picture has loaded. */
      readonly size?: { readonly width: number; readonly height: number }
    }
  | { readonly kind: "break" }

export type Align = "start" | "center" | "end"

export type HeadingLevel = 2 | 3 | 4 | 5 | 6

export interface Heading {
  readonly kind: "heading"
  readonly level: HeadingLevel
  /** Unique within the text; the anchor of the heading. */
  readonly id: string
  readonly children: ReadonlyArray<Inline>
}

export type Block =
  | Heading
  | { readonly kind: "paragraph"; readonly children: ReadonlyArray<Inline> }
  | { readonly kind: "quote"; readonly children: ReadonlyArray<Block> }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly start: number | null; readonly items: ReadonlyArray<ReadonlyArray<Block>> }
  | {
      readonly kind: "table"
      readonly align: ReadonlyArray<Align>
      readonly head: ReadonlyArray<ReadonlyArray<Inline>>
      readonly rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<Inline>>>
    }
  | { readonly kind: "rule" }

export type MarkdownTree = ReadonlyArray<Block>

/** The words of an inline element, without formatting. */
export const plainText = (children: ReadonlyArray<Inline>): string =>
  children
    .map((child) => {
      if (typeof child === "string") return child
      if (child.kind === "code") return child.text
      if (child.kind === "image") return child.alt
      if (child.kind === "break") return " "
      return plainText(child.children)
    })
    .join("")

const blockText = (block: Block): string => {
  switch (block.kind) {
    case "heading":
    case "paragraph":
      return plainText(block.children)
    case "quote":
      return treeText(block.children)
    case "code":
      return block.text
    case "list":
      return block.items.map(treeText).join("\n")
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(" ")).join("\n")
    case "rule":
      return ""
  }
}

/** All words of a text, for search, summaries and reading time. */
export const treeText = (tree: MarkdownTree): string => tree.map(blockText).join("\n")

export const headingsOf = (tree: MarkdownTree): ReadonlyArray<Heading> =>
  tree.filter((block) => block.kind === "heading")

/** All links of a text, in order. */
export const linksOf = (tree: MarkdownTree): ReadonlyArray<string> => {
  const inLine = (children: ReadonlyArray<Inline>): ReadonlyArray<string> =>
    children.flatMap((child) => {
      if (typeof child === "string" || !("children" in child)) return []
      return child.kind === "link" ? [child.href, ...inLine(child.children)] : inLine(child.children)
    })
  return tree.flatMap((block) => {
    switch (block.kind) {
      case "heading":
      case "paragraph":
        return inLine(block.children)
      case "quote":
        return linksOf(block.children)
      case "list":
        return block.items.flatMap(linksOf)
      case "table":
        return [block.head, ...block.rows].flatMap((row) => row.flatMap(inLine))
      default:
        return []
    }
  })
}
