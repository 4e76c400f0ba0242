/**
 * Important announcements are e-mailed to everybody immediately, so at most two are allowed in any seven days
 * (docs/product/conversation.md). Pure.
 */
export const IMPORTANT_MAX = 2
export const IMPORTANT_WINDOW_MS = 7 * 24 * 3_600_000

/** True if no seven days around `at` would have more than two. `times` are the existing ones. */
const fits = (times: ReadonlyArray<number>, at: number): boolean => {
  const near = [...times.filter((time) => Math.abs(time - at) < IMPORTANT_WINDOW_MS), at].sort((a, b) => a - b)
  return near.every(
    (from, index) => (near[index + IMPORTANT_MAX] ?? Number.POSITIVE_INFINITY) - from >= IMPORTANT_WINDOW_MS
  )
}

/** The first time from `wanted` on at which one more fits; `wanted` itself if it fits now. */
export const importantFrom = (times: ReadonlyArray<number>, wanted: number): number => {
  const ends = times.map((time) => time + IMPORTANT_WINDOW_MS).filter((end) => end > wanted)
  const candidates = [wanted, ...ends].sort((a, b) => a - b)
  return candidates.find((at) => fits(times, at)) ?? wanted
}
