/** Time as the process knows it; a test brings its own. */
export interface Timers {
  readonly now: () => number
  readonly later: (act: () => void, millis: number) => void
}

/** Those of the process. */
export const realTimers: Timers = {
  now: () => performance.now(),
  later: (act, millis) => void setTimeout(act, millis).unref()
}

/**
 * Does something that many ask for: at once, and then once in so many milliseconds at the most. A caller that asks in between
 * is served at the end of that time, so nobody waits longer and nobody is forgotten.
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
