/** Timers of the process; tests provide their own. */
export interface Timers {
  readonly now: () => number
  readonly later: (act: () => void, millis: number) => void
}

/** The process' own timers. */
export const realTimers: Timers = {
  now: () => performance.now(),
  later: (act, millis) => void setTimeout(act, millis).unref()
}

/**
 * Throttles an action that many callers request: it runs immediately, and then at most once per interval. A call in
 * between is served at the end of that interval, so that nobody waits longer and no call is lost.
 */
export const atMostEvery = (millis: number, act: () => void, { later, now }: Timers = realTimers): (() => void) => {
  let last = Number.NEGATIVE_INFINITY
  let isDue = false
  const go = () => {
    isDue = false
    last = now()
    act()
  }
  return () => {
    if (isDue) return
    const left = last + millis - now()
    if (left <= 0) return go()
    isDue = true
    later(go, left)
  }
}
