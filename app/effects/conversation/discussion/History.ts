/** The versions of a post. Types only: pages load this file. */
import type { Change } from "~/effects/base/text/diff"

export interface HistoryEntry {
  readonly version: number
  readonly at: number
  /** Changes since the previous version; none for the first. */
  readonly changes: ReadonlyArray<Change>
}
/** Newest first. */
export type PostHistory = ReadonlyArray<HistoryEntry>
