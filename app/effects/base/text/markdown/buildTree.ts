/**
 * From a flat list of tokens to the tree. Pure, and blind to the parser's library: it only reads the shape below, and
 * only the kinds it names; a kind it does not know is left out, never passed through.
 */
import { safeHref, safeImage } from "./hrefs"
import { makeOutline } from "./outline"
import { type Align, type Block, type HeadingLevel, type Inline, type MarkdownTree, plainText } from "./Tree"

export interface Token {
  readonly type: string
  readonly tag: string
  readonly attrs: ReadonlyArray<readonly [name: string, value: string | number]> | null
  readonly nesting: number
  readonly content: string
  readonly children: ReadonlyArray<Token> | null
  readonly hidden: boolean
}

export interface TreeRules {
  readonly topHeading: HeadingLevel
  readonly anchorPrefix: string
  readonly imageHosts: ReadonlyArray<string>
  /** Put on links that leave the site. */
  readonly linkRel: string | undefined
  /** A heading may end in `{#name}` to choose its anchor, and a picture may name its size: `![…](/… "560x340")`. */
  readonly namedAnchors: boolean
  readonly maxNodes: number
}

/** From "560x340". */
const sizeOf = (title: string) => {
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(title) ?? []
  return width === undefined || height === undefined ? {} : { size: { width: Number(width), height: Number(height) } }
}

const attribute = (token: Token, name: string) => {
  const value = token.attrs?.find(([key]) => key === name)?.[1]
  return value === undefined ? undefined : String(value)
}

const marks: Readonly<Record<string, "em" | "strong" | "struck">> = {
  em_open: "em",
  strong_open: "strong",
  s_open: "struck"
}

/** Joins neighbouring pieces of text. */
const push = (list: Array<Inline>, next: Inline) => {
  const last = list.at(-1)
  if (typeof next === "string" && typeof last === "string") list[list.length - 1] = last + next
  else if (next !== "") list.push(next)
}

/** `"name {#anchor}"` to the name and its chosen anchor. */
const takeAnchor = (children: ReadonlyArray<Inline>) => {
  const last = children.at(-1)
  const found = typeof last === "string" ? /^(.*?)\s*\{#([a-z0-9-]+)\}$/s.exec(last) : null
  if (found === null) return { children, anchor: undefined }
  const [, words = "", anchor] = found
  return { children: [...children.slice(0, -1), ...(words === "" ? [] : [words])], anchor }
}

/** The tree, or undefined where it would have more nodes than allowed. */
export const buildTree = (tokens: ReadonlyArray<Token>, rules: TreeRules): MarkdownTree | undefined => {
  const outline = makeOutline(tokens, rules)
  let nodes = 0
  const count = () => ++nodes <= rules.maxNodes

  /** Reads inline tokens up to the close of the mark it was opened by; `at` is where the next one stands. */
  const inline = (list: ReadonlyArray<Token>, from: number): { children: Array<Inline>; at: number } => {
    const children: Array<Inline> = []
    let at = from
    while (at < list.length && count()) {
      const token = list[at++]
      if (token === undefined || token.nesting < 0) break
      const mark = marks[token.type]
      if (mark !== undefined || token.type === "link_open") {
        const inner = inline(list, at)
        at = inner.at
        const href = mark === undefined ? safeHref(attribute(token, "href") ?? "") : undefined
        if (mark !== undefined) children.push({ kind: mark, children: inner.children })
        else if (href === undefined) for (const child of inner.children) push(children, child)
        else {
          const rel = rules.linkRel === undefined ? {} : { rel: rules.linkRel }
          children.push({ kind: "link", href, ...rel, children: inner.children })
        }
      } else if (token.type === "image") {
        const src = safeImage(attribute(token, "src") ?? "", rules.imageHosts)
        const size = rules.namedAnchors ? sizeOf(attribute(token, "title") ?? "") : {}
        push(children, src === undefined ? token.content : { kind: "image", src, alt: token.content, ...size })
      } else if (token.type === "code_inline") children.push({ kind: "code", text: token.content })
      else if (token.type === "hardbreak") children.push({ kind: "break" })
      else if (token.type === "softbreak") push(children, "\n")
      else if (token.type === "text") push(children, token.content)
    }
    return { children, at }
  }

  const inlineOf = (token: Token | undefined) =>
    token?.type === "inline" ? inline(token.children ?? [], 0).children : []

  /** Reads blocks up to the close of the one around them. */
  const blocks = (from: number): { children: Array<Block>; at: number } => {
    const children: Array<Block> = []
    let at = from
    while (at < tokens.length && count()) {
      const token = tokens[at++]
      if (token === undefined || token.nesting < 0) break
      if (token.type === "heading_open") {
        const { anchor, children: words } = rules.namedAnchors
          ? takeAnchor(inlineOf(tokens[at]))
          : { children: inlineOf(tokens[at]), anchor: undefined }
        const id = outline.anchor(anchor ?? plainText(words))
        children.push({ kind: "heading", level: outline.level(token.tag), id, children: words })
        at += 2
      } else if (token.type === "paragraph_open") {
        children.push({ kind: "paragraph", children: inlineOf(tokens[at]) })
        at += 2
      } else if (token.type === "blockquote_open") {
        const inner = blocks(at)
        at = inner.at
        children.push({ kind: "quote", children: inner.children })
      } else if (token.type === "bullet_list_open" || token.type === "ordered_list_open") {
        const items: Array<ReadonlyArray<Block>> = []
        while (tokens[at]?.type === "list_item_open" && count()) {
          const inner = blocks(at + 1)
          items.push(inner.children)
          at = inner.at
        }
        at += 1
        const start = token.type === "bullet_list_open" ? null : Number(attribute(token, "start") ?? 1)
        children.push({ kind: "list", start, items })
      } else if (token.type === "table_open") {
        const table = readTable(at)
        at = table.at
        children.push({ kind: "table", ...table.parts })
      } else if (token.type === "fence" || token.type === "code_block") {
        children.push({ kind: "code", text: token.content.replace(/\n$/, "") })
      } else if (token.type === "hr") children.push({ kind: "rule" })
    }
    return { children, at }
  }

  const readTable = (from: number) => {
    const rows: Array<Array<Array<Inline>>> = []
    const align: Array<Align> = []
    let at = from
    for (; at < tokens.length && tokens[at]?.type !== "table_close" && count(); at++) {
      const token = tokens[at]
      if (token?.type === "tr_open") rows.push([])
      if (token?.type !== "th_open" && token?.type !== "td_open") continue
      rows.at(-1)?.push(inlineOf(tokens[at + 1]))
      if (token.type === "th_open") align.push(alignOf(attribute(token, "style")))
    }
    const [head = [], ...body] = rows
    return { parts: { align, head, rows: body }, at: at + 1 }
  }

  const tree = blocks(0).children
  return nodes <= rules.maxNodes ? tree : undefined
}

const alignOf = (style: string | undefined): Align =>
  style?.endsWith("right") ? "end" : style?.endsWith("center") ? "center" : "start"
