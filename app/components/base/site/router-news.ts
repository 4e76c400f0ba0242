/** What the router tells the page, drawn so that parts that still sleep (later.tsx) are kept. */
import { startTransition } from "react"

type Hear = (...news: ReadonlyArray<unknown>) => void

export interface ToldRouter {
  readonly state: unknown
  subscribe: (hear: Hear) => () => void
}

/** Nothing that a page shows has changed. The router tells of routes it has learnt in this way, too. */
const isNoNews = (before: unknown, now: unknown): boolean => {
  if (typeof before !== "object" || before === null || typeof now !== "object" || now === null) return false
  const known = new Map<string, unknown>(Object.entries(before))
  const entries = Object.entries(now)
  return entries.length === known.size && entries.every(([name, value]) => Object.is(value, known.get(name)))
}

/**
 * From now on who subscribes to this router hears in a transition, and only if anything has changed. RemixBrowser hears
 * of a new address outside of one and changes its context with it: React would then throw away every part that still
 * sleeps (its error 421). In a transition React waits for the parts; but it draws the page anew until they are there, and
 * may report that error of a drawing it has given up.
 */
export const hearInTransitions = (router: ToldRouter): void => {
  // Before anything is drawn: what changed between drawing and subscribing is news to the subscriber.
  const { state: first, subscribe } = router
  router.subscribe = (hear) => {
    let told = first
    return subscribe((state, ...rest) => {
      if (isNoNews(told, state)) return
      told = state
      startTransition(() => hear(state, ...rest))
    })
  }
}
