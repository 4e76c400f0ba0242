/**
 * Parses Markdown to a tree. The only file that knows markdown-it; no HTML string is created.
 *
 * Our own files and users' texts differ in a few rules: users' links get a `rel`, their pictures come from the upload
 * host only, their headings start lower and have a prefix, and their reference definitions are plain text, because a
 * repeated long definition could turn a short text into a very long page.
 */
import MarkdownIt from "markdown-it"
import { buildTree } from "./buildTree"
import { safeHref } from "./hrefs"
import type { HeadingLevel, MarkdownTree } from "./Tree"

/**
 * Shows a text without interpreting Markdown: a paragraph for each part between blank lines, or a single one if there
 * are too many.
 */
const plainParagraphs = (text: string, most: number): MarkdownTree => {
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
 * Reads the texts of one page in order. A page is rendered in one go, so its texts are bounded together: fifty
 * comments full of formatting would otherwise block other requests for a second. `read` builds a tree of at most the
 * given number of nodes, or returns none; a text with more marks than that is not parsed and is shown as it was typed.
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

/** Reads them in order. */
export const makeUserTexts = () => {
  const within = makeTextsOfPage(USER_MAX_NODES)
  return (text: string, options: Omit<MarkdownOptions, "userText" | "maxNodes"> = {}): MarkdownTree =>
    within(text, (maxNodes) => readMarkdown(text, { ...options, userText: true, maxNodes }))
}

export interface MarkdownOptions {
  /** Whether a user wrote the text. */
  readonly userText: boolean
  /** Level of the outermost heading. Default: 2, for users' texts 3. */
  readonly topHeading?: HeadingLevel
  /**
   * Prefix of heading anchors. Default: none, for users' texts "t-", so that they cannot collide with anchors of the
   * page.
   */
  readonly anchorPrefix?: string
  /** Allowed prefixes of pictures; an empty list allows none. Default: "/pictures/", for users' texts "/files/". */
  readonly imageHosts?: ReadonlyArray<string>
  /**
   * Maximum nodes of the text. A text with more is shown as plain paragraphs. Default: 20,000, for users' texts 5,000.
   */
  readonly maxNodes?: number
}

const MAX_NODES = 20_000
/** This many are rendered within 50 ms. */
export const USER_MAX_NODES = 5_000
/** Nesting depth of lists and quotes; deeper ones stay text. */
const USER_NESTING = 20

const reader = (userText: boolean) => {
  const markdown = new MarkdownIt("default", { html: false, linkify: userText, typographer: false })
  markdown.validateLink = (address) => safeHref(address) !== undefined
  if (userText) {
    markdown.options.maxNesting = USER_NESTING
    markdown.disable("reference")
    // Links only full addresses: "example.org" in a sentence stays text.
    markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  }
  return markdown
}
const ours = reader(false)
const users = reader(true)
const usersWithoutTables = reader(true).disable("table")

/**
 * Short rows are padded to the width of the header, so that a wide header over many empty rows could create tens of
 * thousands of cells. Such tables stay plain text.
 */
const mayExplode = (text: string, maxNodes: number): boolean => {
  const lines = text.split("\n")
  const widest = lines.reduce((most, line) => Math.max(most, line.split("|").length - 1), 0)
  return widest * lines.length > maxNodes
}

/** The library's tokens of the text. */
export const tokensOf = (text: string, userText: boolean, maxNodes = USER_MAX_NODES) => {
  if (!userText) return ours.parse(text, {})
  return (mayExplode(text, maxNodes) ? usersWithoutTables : users).parse(text, {})
}

const mostOf = ({ maxNodes, userText }: MarkdownOptions) => maxNodes ?? (userText ? USER_MAX_NODES : MAX_NODES)

/** The tree, or undefined if it would have more nodes than allowed. */
export const readMarkdown = (text: string, options: MarkdownOptions): MarkdownTree | undefined => {
  const { userText } = options
  const maxNodes = mostOf(options)
  return buildTree(tokensOf(text, userText, maxNodes), {
    topHeading: options.topHeading ?? (userText ? 3 : 2),
    anchorPrefix: options.anchorPrefix ?? (userText ? "t-" : ""),
    imageHosts: options.imageHosts ?? (userText ? ["/files/"] : ["/pictures/"]),
    linkRel: userText ? "nofollow ugc noopener" : undefined,
    namedAnchors: !userText,
    maxNodes
  })
}

export const parseMarkdown = (text: string, options: MarkdownOptions): MarkdownTree =>
  readMarkdown(text, options) ?? plainParagraphs(text, mostOf(options))
