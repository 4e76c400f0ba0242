/** How much one person may write (docs/product/conversation.md, 3.5.8). Pure. */

import type { Inline, MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { linksOf, treeText } from "~/effects/base/text/markdown/Tree"
import { inUtc } from "~/effects/base/text/moments"
import { isBlank } from "~/effects/base/text/plain"

const HOUR = 3_600_000
export const NEW_MEMBER_MS = 72 * HOUR
export const NEW_MEMBER_LINKS = 2

export type Written = "threads" | "comments"

/** Of one account in all communities together. */
export const A_DAY: Readonly<Record<Written, number>> = { threads: 20, comments: 200 }
/** Of a new member in the community they are new in. */
export const A_NEW_MEMBERS_DAY: Readonly<Record<Written, number>> = { threads: 3, comments: 20 }
export const REPORTS_A_DAY = 20

/** Comments of one account within a day. */
export interface WrittenToday {
  /** In the community that is asked about. */
  readonly here: number
  readonly everywhere: number
}

export const isNewMember = (joinedAt: number, now: number): boolean => now - joinedAt < NEW_MEMBER_MS

/** Whether a member may write one comment more. */
export const oneMoreFits = (joinedAt: number, { everywhere, here }: WrittenToday, now: number): boolean =>
  everywhere < A_DAY.comments && (here < A_NEW_MEMBERS_DAY.comments || !isNewMember(joinedAt, now))

/** "20 Nov 2026, 14:05 UTC". */
export const timeInWords = (at: number): string => `${inUtc("moment", at)} UTC`

export const limitMessage = (max: number, things: string, resetsAt: number): string =>
  `You have reached today's limit of ${max} ${things}. It resets at ${timeInWords(resetsAt)}.`

const hasImageInline = (children: ReadonlyArray<Inline>): boolean =>
  children.some(
    (child) =>
      typeof child !== "string" && (child.kind === "image" || ("children" in child && hasImageInline(child.children)))
  )

export const hasImage = (tree: MarkdownTree): boolean =>
  tree.some((block) => {
    switch (block.kind) {
      case "heading":
      case "paragraph":
        return hasImageInline(block.children)
      case "quote":
        return hasImage(block.children)
      case "list":
        return block.items.some(hasImage)
      case "table":
        return [block.head, ...block.rows].some((row) => row.some(hasImageInline))
      default:
        return false
    }
  })

/** Of marks alone, as "#" and ">", nothing would be seen. */
export const showsNothing = (tree: MarkdownTree): boolean =>
  isBlank(treeText(tree)) && !hasImage(tree) && !tree.some(({ kind }) => kind === "rule")

/** What a new member's text has too much of; undefined when it is fine. */
export const newMemberProblem = (tree: MarkdownTree, joinedAt: number): string | undefined => {
  const from = timeInWords(joinedAt + NEW_MEMBER_MS)
  if (hasImage(tree)) return `New members cannot show pictures yet. You can from ${from}.`
  if (linksOf(tree).length > NEW_MEMBER_LINKS) {
    return `New members can use at most ${NEW_MEMBER_LINKS} links in a post. The limit ends at ${from}.`
  }
  return undefined
}
