/** Actions on all posts of one author (docs/product/operators.md). Pure: the page loads this file. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import { counted } from "~/effects/base/text/counted"
import { grouped } from "~/effects/base/text/grouped"

/**
 * Posts that are changed in one transaction: few, because SQLite blocks other writes meanwhile. An order for more than
 * these is carried out in portions.
 */
export const PORTION = 100

/** The names of the commands that start them. */
export const bulkKinds = ["hide-posts", "show-posts", "take-down", "undo-takedown"] as const
export type BulkKind = (typeof bulkKinds)[number]

export const actOf = (kind: BulkKind): "hide" | "show" =>
  kind === "hide-posts" || kind === "take-down" ? "hide" : "show"

/** One that has not ended. */
export interface RunningAction {
  readonly account: AccountAddress
  readonly name: string
  readonly kind: BulkKind
  readonly startedAt: number
  readonly reason: string
  /** Posts at the start, and how many of them were changed so far. */
  readonly posts: number
  readonly done: number
}

/** "3,000 of 20,000 posts hidden". */
export const progressOf = ({ done, kind, posts }: Pick<RunningAction, "done" | "kind" | "posts">): string =>
  `${grouped(done)} of ${counted(posts, "post")} ${actOf(kind) === "hide" ? "hidden" : "shown again"}`
