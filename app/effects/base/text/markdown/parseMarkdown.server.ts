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
import { makeTextsOfPage, plainParagraphs } from "./textsOfPage"

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
