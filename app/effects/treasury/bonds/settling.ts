/** Requests for the next batch of a series: one page at a time. Pure. */
import type { Direction } from "./Order"

export const settlementKey = (seriesId: string, direction: Direction): string => `settle:${direction}:${seriesId}`

/** What a page sends with a request for a batch. */
export interface Asking {
  /** Id of the tab, for its lease; null if no wallet is asked. */
  readonly holder?: string | null
  readonly takeOver?: boolean
  /** Orders that the treasurer was shown would fail; null agrees to any. */
  readonly agreed?: ReadonlyArray<string> | null
}
