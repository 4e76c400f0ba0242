/** Users' texts that a page shows as a list: each may be long, but all together are bounded (textsOfPage.ts). */
import { type MarkdownOptions, readMarkdown, USER_MAX_NODES } from "./parseMarkdown.server"
import type { MarkdownTree } from "./Tree"
import { makeTextsOfPage } from "./textsOfPage"

/** Reads them in order. */
export const makeUserTexts = () => {
  const within = makeTextsOfPage(USER_MAX_NODES)
  return (text: string, options: Omit<MarkdownOptions, "userText" | "maxNodes"> = {}): MarkdownTree =>
    within(text, (maxNodes) => readMarkdown(text, { ...options, userText: true, maxNodes }))
}
