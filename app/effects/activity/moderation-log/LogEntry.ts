/** The public log of what moderators did (docs/product/conversation.md, 3.3). Isomorphic. */
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
  "cancel-proposal"
)
export type ModerationKind = typeof ModerationKind.Type

/** In place of an account, where the people who run the site acted and no moderator. */
export const SITE_OPERATORS = "operators"

export interface LogEntry {
  readonly id: string
  /** Null where the people who run the site acted. */
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
