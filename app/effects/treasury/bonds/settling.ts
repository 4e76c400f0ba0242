/** Asking for the next batch of a series: one page at a time. Pure. */
import type { Direction } from "./Order"

export const settlementKey = (seriesId: string, direction: Direction): string => `settle:${direction}:${seriesId}`

/** What the page says that asks for a batch. */
export interface Asking {
  /** The tab that asks, for its lease; null where no wallet is asked. */
  readonly holder?: string | null
  readonly takeOver?: boolean
  /** Orders the treasurer has read would fail; null agrees to any. */
  readonly agreed?: ReadonlyArray<string> | null
}
