/**
 * Markdown to a tree. The only place that knows markdown-it; no HTML string is made on the way.
 *
 * Our own files and users' texts differ in a few rules (D-14): users' links get a `rel`, their pictures come from the
 * upload host only, their headings start lower and carry a prefix, and their reference definitions are plain text,
 * because one long definition could be repeated until a short text fills a very long page.
 */
import MarkdownIt from "markdown-it"
import { buildTree } from "./buildTree"
import { safeHref } from "./hrefs"
import { plainParagraphs } from "./plainParagraphs"
import type { HeadingLevel, MarkdownTree } from "./Tree"

export interface MarkdownOptions {
  /** The text was written by a user. */
  readonly userText: boolean
  /** The level of the outermost heading in the text. Default: 2, for users' texts 3. */
  readonly topHeading?: HeadingLevel
  /** Put before heading anchors. Default: nothing, for users' texts "t-", so that no anchor of the page is taken. */
  readonly anchorPrefix?: string
  /** Where pictures may come from; none means no pictures. Default: "/pictures/", for users' texts "/files/". */
  readonly imageHosts?: ReadonlyArray<string>
  /** Nodes of the text. One that would make more is shown as plain paragraphs. Default: 20,000, for users' texts 5,000. */
  readonly maxNodes?: number
}

const MAX_NODES = 20_000
/** So many are written within 50 ms. */
export const USER_MAX_NODES = 5_000
/** Lists and quotes inside each other; what is deeper stays text. */
const USER_NESTING = 20

const reader = (userText: boolean) => {
  const markdown = new MarkdownIt("default", { html: false, linkify: userText, typographer: false })
  markdown.validateLink = (address) => safeHref(address) !== undefined
  if (userText) {
    markdown.options.maxNesting = USER_NESTING
    markdown.disable("reference")
    // Whole addresses only: "example.org" in a sentence stays a word.
    markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
  }
  return markdown
}
const ours = reader(false)
const users = reader(true)
const usersWithoutTables = reader(true).disable("table")

/**
 * Short rows are filled up to the width of the head, so a wide head over many empty rows could make tens of thousands
 * of cells. Where that is possible, bars stay bars.
 */
const mayExplode = (text: string, maxNodes: number): boolean => {
  const lines = text.split("\n")
  const widest = lines.reduce((most, line) => Math.max(most, line.split("|").length - 1), 0)
  return widest * lines.length > maxNodes
}

/** What the text is made of, as the library tells it. */
export const tokensOf = (text: string, userText: boolean, maxNodes = USER_MAX_NODES) => {
  if (!userText) return ours.parse(text, {})
  return (mayExplode(text, maxNodes) ? usersWithoutTables : users).parse(text, {})
}

const mostOf = ({ maxNodes, userText }: MarkdownOptions) => maxNodes ?? (userText ? USER_MAX_NODES : MAX_NODES)

/** The tree, or undefined where it would have more nodes than allowed. */
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
