/** Daily limits of one person's posts (docs/product/conversation.md). Pure. */

import { isNewMember, newUntil } from "~/effects/access/newMember"
import type { Inline, MarkdownTree } from "~/effects/base/text/markdown/Tree"
import { linksOf, treeText } from "~/effects/base/text/markdown/Tree"
import { inUtc } from "~/effects/base/text/moments"
import { isBlank } from "~/effects/base/text/plain"

export const NEW_MEMBER_LINKS = 2

export type Written = "threads" | "comments"

/** Of one account in all communities together. */
export const A_DAY: Readonly<Record<Written, number>> = { threads: 20, comments: 200 }
/** Of a new member in the community they are new to. */
export const A_NEW_MEMBERS_DAY: Readonly<Record<Written, number>> = { threads: 3, comments: 20 }
export const REPORTS_A_DAY = 20

/** Comments of one account within a day. */
export interface WrittenToday {
  /** In the community that the comment is for. */
  readonly here: number
  readonly everywhere: number
}

/** Whether a member may write one more comment. */
export const oneMoreFits = (joinedAt: number, { everywhere, here }: WrittenToday, now: number): boolean =>
  everywhere < A_DAY.comments && (here < A_NEW_MEMBERS_DAY.comments || !isNewMember(joinedAt, now))

/** "20 Nov 2026, 14:05 UTC". */
const timeInWords = (at: number): string => `${inUtc("moment", at)} UTC`

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

/** True for texts of only marks such as "#" and ">", which would show nothing. */
export const showsNothing = (tree: MarkdownTree): boolean =>
  isBlank(treeText(tree)) && !hasImage(tree) && !tree.some(({ kind }) => kind === "rule")

/** The restriction that a new member's text violates; undefined if none. */
export const newMemberProblem = (tree: MarkdownTree, joinedAt: number): string | undefined => {
  const from = newUntil(joinedAt)
  if (hasImage(tree)) return `New members cannot show pictures yet. You can from ${from}.`
  if (linksOf(tree).length > NEW_MEMBER_LINKS) {
    return `New members can use at most ${NEW_MEMBER_LINKS} links in a post. The limit ends at ${from}.`
  }
  return undefined
}
