/**
 * Builds the tree from a flat list of tokens. Pure and independent of the parser's library: it reads only the shape of
 * known tokens; unknown kinds are left out, never passed through.
 */
import { attribute, type NodeCount, nodeCount, readInline, type Token, type TreeRules } from "./readInline"
import { type Align, type Block, type HeadingLevel, type Inline, type MarkdownTree, plainText } from "./Tree"

/** Headings of one text: levels without gaps, and unique anchors. Pure except for its own counters. */
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

const makeOutline = (tokens: ReadonlyArray<Token>, rules: Pick<TreeRules, "topHeading" | "anchorPrefix">) => {
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

/** Input of one tree. */
interface Reading {
  readonly tokens: ReadonlyArray<Token>
  readonly rules: TreeRules
  readonly nodes: NodeCount
  readonly outline: ReturnType<typeof makeOutline>
}

/** The result, and the index of the next token. */
interface Read<A> {
  readonly found: A
  readonly at: number
}

const inlineAt = ({ nodes, rules, tokens }: Reading, at: number) => readInline(tokens[at], rules, nodes)

/** Splits `"name {#anchor}"` into the name and its chosen anchor. */
const takeAnchor = (children: ReadonlyArray<Inline>) => {
  const last = children.at(-1)
  const found = typeof last === "string" ? /^(.*?)\s*\{#([a-z0-9-]+)\}$/s.exec(last) : null
  if (found === null) return { children, anchor: undefined }
  const [, words = "", anchor] = found
  return { children: [...children.slice(0, -1), ...(words === "" ? [] : [words])], anchor }
}

const readHeading = (reading: Reading, token: Token, at: number): Block => {
  const { outline, rules } = reading
  const words = inlineAt(reading, at)
  const { anchor, children } = rules.namedAnchors ? takeAnchor(words) : { children: words, anchor: undefined }
  const id = outline.anchor(anchor ?? plainText(children))
  return { kind: "heading", level: outline.level(token.tag), id, children }
}

const readList = (reading: Reading, token: Token, from: number): Read<Block> => {
  const { nodes, tokens } = reading
  const items: Array<ReadonlyArray<Block>> = []
  let at = from
  while (tokens[at]?.type === "list_item_open" && nodes.add()) {
    const inner = readBlocks(reading, at + 1)
    items.push(inner.found)
    at = inner.at
  }
  const start = token.type === "bullet_list_open" ? null : Number(attribute(token, "start") ?? 1)
  return { found: { kind: "list", start, items }, at: at + 1 }
}

const alignOf = (style: string | undefined): Align =>
  style?.endsWith("right") ? "end" : style?.endsWith("center") ? "center" : "start"

const readTable = (reading: Reading, from: number): Read<Block> => {
  const { nodes, tokens } = reading
  const lines: Array<Array<ReadonlyArray<Inline>>> = []
  const align: Array<Align> = []
  let at = from
  for (; at < tokens.length && tokens[at]?.type !== "table_close" && nodes.add(); at++) {
    const token = tokens[at]
    if (token?.type === "tr_open") lines.push([])
    if (token?.type !== "th_open" && token?.type !== "td_open") continue
    lines.at(-1)?.push(inlineAt(reading, at + 1))
    if (token.type === "th_open") align.push(alignOf(attribute(token, "style")))
  }
  const [head = [], ...rows] = lines
  return { found: { kind: "table", align, head, rows }, at: at + 1 }
}

/** The block that a token opens, and its end; undefined if the tree has no such block. */
const readBlock = (reading: Reading, token: Token, at: number): Read<Block> | undefined => {
  switch (token.type) {
    case "heading_open":
      return { found: readHeading(reading, token, at), at: at + 2 }
    case "paragraph_open":
      return { found: { kind: "paragraph", children: inlineAt(reading, at) }, at: at + 2 }
    case "blockquote_open": {
      const inner = readBlocks(reading, at)
      return { found: { kind: "quote", children: inner.found }, at: inner.at }
    }
    case "bullet_list_open":
    case "ordered_list_open":
      return readList(reading, token, at)
    case "table_open":
      return readTable(reading, at)
    case "fence":
    case "code_block":
      return { found: { kind: "code", text: token.content.replace(/\n$/, "") }, at }
    case "hr":
      return { found: { kind: "rule" }, at }
    default:
      return undefined
  }
}

/** Reads blocks up to the end of the surrounding one. */
const readBlocks = (reading: Reading, from: number): Read<ReadonlyArray<Block>> => {
  const { nodes, tokens } = reading
  const found: Array<Block> = []
  let at = from
  while (at < tokens.length && nodes.add()) {
    const token = tokens[at++]
    if (token === undefined || token.nesting < 0) break
    const block = readBlock(reading, token, at)
    if (block === undefined) continue
    found.push(block.found)
    at = block.at
  }
  return { found, at }
}

/** The tree, or undefined if it would have more nodes than allowed. */
export const buildTree = (tokens: ReadonlyArray<Token>, rules: TreeRules): MarkdownTree | undefined => {
  const nodes = nodeCount(rules.maxNodes)
  const tree = readBlocks({ tokens, rules, nodes, outline: makeOutline(tokens, rules) }, 0).found
  return nodes.isTooMany() ? undefined : tree
}
