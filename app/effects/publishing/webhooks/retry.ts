/** Retry schedule of deliveries (docs/product/webhooks.md): eight tries within a day. Pure. */

const MINUTE = 60_000
export const DAY_MS = 1_440 * MINUTE

/** Minutes to wait after each failed try; together a day. */
const PAUSES = [1, 4, 15, 60, 180, 400, 780]
export const MAX_TRIES = PAUSES.length + 1

/** Milliseconds to wait after this many failed tries; undefined after the last. */
export const pauseAfter = (tries: number): number | undefined => {
  const minutes = PAUSES[tries - 1]
  return minutes === undefined ? undefined : minutes * MINUTE
}
