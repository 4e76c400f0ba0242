/** How long a reader waits for a page, one after the other for as long as the caller wants. */
import { setTimeout as pause } from "node:timers/promises"

interface PageTimes {
  readonly reads: number
  /** Milliseconds that 95 of 100 responses took at most. */
  readonly p95: number
  readonly slowest: number
}

const BETWEEN_MS = 25

export const timesOf = (all: ReadonlyArray<number>): PageTimes => {
  const sorted = [...all].sort((one, other) => one - other)
  const of = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return {
    reads: sorted.length,
    p95: of(0.95),
    slowest: sorted.at(-1) ?? Number.NaN
  }
}

/** Reads as long as `goesOn`. A response that is not 200 fails the goal. */
export const readPages = async (
  urls: ReadonlyArray<string>,
  goesOn: () => boolean,
  headers: Readonly<Record<string, string>> = {}
): Promise<PageTimes> => {
  const all: Array<number> = []
  for (let n = 0; goesOn(); n++) {
    const url = urls[n % urls.length] ?? ""
    const since = performance.now()
    const response = await fetch(url, { headers })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`)
    all.push(performance.now() - since)
    await pause(BETWEEN_MS)
  }
  return timesOf(all)
}

export const inMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`
