/** The public log of moderators' actions (docs/product/conversation.md). Isomorphic. */
import { Schema } from "effect"
import type { Person } from "~/effects/access/Person"

export const ModerationKind = Schema.Literal(
  "hide",
  "show",
  "close",
  "reopen",
  "suspend",
  "unsuspend",
  "remove",
  "cancel-proposal",
  "call-off",
  "refuse-post"
)
export type ModerationKind = typeof ModerationKind.Type

/** Stands for the account if the operators of the site acted. */
export const SITE_OPERATORS = "operators"

export interface LogEntry {
  readonly id: string
  /** Null if the operators of the site acted. */
  readonly actor: Person | null
  readonly action: ModerationKind
  readonly targetType: string
  readonly label: string
  readonly path: string | null
  readonly reason: string
  readonly at: number
}
export interface LogPage {
  readonly entries: ReadonlyArray<LogEntry>
  readonly next: string | null
}
