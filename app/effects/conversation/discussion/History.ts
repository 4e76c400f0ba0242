/** What a post said over time. Types only: pages load this file. */
import type { Change } from "~/effects/base/text/diff"

export interface HistoryEntry {
  readonly version: number
  readonly at: number
  /** Against the version before; of the first one everything is the same. */
  readonly changes: ReadonlyArray<Change>
}
/** Newest first. */
export type PostHistory = ReadonlyArray<HistoryEntry>
