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

export interface LogEntry {
  readonly id: string
  readonly actor: Person
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
