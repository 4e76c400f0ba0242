/** Reads the words, formatting, links and pictures from the tokens of a paragraph, a heading or a cell. Pure. */
import { safeHref, safeImage } from "./hrefs"
import type { HeadingLevel, Inline } from "./Tree"

/** Shape of the parser library's tokens, as far as our readers use it. */
export interface Token {
  readonly type: string
  readonly tag: string
  readonly attrs: ReadonlyArray<readonly [name: string, value: string | number]> | null
  readonly nesting: number
  readonly content: string
  readonly children: ReadonlyArray<Token> | null
  readonly hidden: boolean
}

export const attribute = (token: Token, name: string) => {
  const value = token.attrs?.find(([key]) => key === name)?.[1]
  return value === undefined ? undefined : String(value)
}

export interface TreeRules {
  readonly topHeading: HeadingLevel
  readonly anchorPrefix: string
  readonly imageHosts: ReadonlyArray<string>
  /** `rel` of links that leave the site. */
  readonly linkRel: string | undefined
  /** A heading may end in `{#name}` to choose its anchor, and a picture may state its size: `![…](/… "560x340")`. */
  readonly namedAnchors: boolean
  readonly maxNodes: number
}

/** Counts the nodes of one tree. */
export interface NodeCount {
  /** Counts one more node; false above the limit. */
  readonly add: () => boolean
  readonly isTooMany: () => boolean
}

export const nodeCount = (max: number): NodeCount => {
  let nodes = 0
  return { add: () => ++nodes <= max, isTooMany: () => nodes > max }
}

/** Parses "560x340". */
const sizeOf = (title: string) => {
  const [, width, height] = /^(\d{1,4})x(\d{1,4})$/.exec(title) ?? []
  return width === undefined || height === undefined ? {} : { size: { width: Number(width), height: Number(height) } }
}

const marks: Readonly<Record<string, "em" | "strong" | "struck">> = {
  em_open: "em",
  strong_open: "strong",
  s_open: "struck"
}

/** Joins adjacent pieces of text. */
const push = (list: Array<Inline>, next: Inline) => {
  const last = list.at(-1)
  if (typeof next === "string" && typeof last === "string") list[list.length - 1] = last + next
  else if (next !== "") list.push(next)
}

const hasWords = (children: ReadonlyArray<Inline>): boolean =>
  children.some((child) => (typeof child === "string" ? child.trim() !== "" : child.kind !== "break"))

/** A link if its address is allowed; otherwise only its text. A link without text shows its address. */
const pushLink = (list: Array<Inline>, token: Token, words: ReadonlyArray<Inline>, { linkRel }: TreeRules) => {
  const typed = attribute(token, "href") ?? ""
  const href = safeHref(typed)
  const children = hasWords(words) ? words : [typed || "[]()"]
  if (href === undefined) for (const child of children) push(list, child)
  else list.push({ kind: "link", href, ...(linkRel === undefined ? {} : { rel: linkRel }), children })
}

/**
 * A picture from another host becomes a link to it; within a link, or if it may not be linked, its description is
 * shown.
 */
const pushImage = (list: Array<Inline>, token: Token, rules: TreeRules, isInLink: boolean) => {
  const typed = attribute(token, "src") ?? ""
  const src = safeImage(typed, rules.imageHosts)
  const href = isInLink ? undefined : safeHref(typed)
  if (src !== undefined) {
    const size = rules.namedAnchors ? sizeOf(attribute(token, "title") ?? "") : {}
    return push(list, { kind: "image", src, alt: token.content, ...size })
  }
  const words = token.content.trim() || typed || "![]()"
  const rel = rules.linkRel === undefined ? {} : { rel: rules.linkRel }
  push(list, href === undefined ? words : { kind: "link", href, ...rel, children: [words] })
}

interface Read {
  readonly children: ReadonlyArray<Inline>
  /** Index of the next token. */
  readonly at: number
}

/** Reads up to the end of the formatting that was opened before `from`. */
const readUntilClose = (
  list: ReadonlyArray<Token>,
  from: number,
  rules: TreeRules,
  nodes: NodeCount,
  isInLink = false
): Read => {
  const children: Array<Inline> = []
  let at = from
  while (at < list.length && nodes.add()) {
    const token = list[at++]
    if (token === undefined || token.nesting < 0) break
    const mark = marks[token.type]
    if (mark !== undefined || token.type === "link_open") {
      const inner = readUntilClose(list, at, rules, nodes, isInLink || mark === undefined)
      at = inner.at
      if (mark === undefined) pushLink(children, token, inner.children, rules)
      else children.push({ kind: mark, children: inner.children })
    } else if (token.type === "image") pushImage(children, token, rules, isInLink)
    else if (token.type === "code_inline") children.push({ kind: "code", text: token.content })
    else if (token.type === "hardbreak") children.push({ kind: "break" })
    else if (token.type === "softbreak") push(children, "\n")
    else if (token.type === "text") push(children, token.content)
  }
  return { children, at }
}

/** The content of an inline token; empty for other tokens. */
export const readInline = (token: Token | undefined, rules: TreeRules, nodes: NodeCount): ReadonlyArray<Inline> =>
  token?.type === "inline" ? readUntilClose(token.children ?? [], 0, rules, nodes).children : []
