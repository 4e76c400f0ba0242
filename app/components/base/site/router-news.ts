/** What the router tells the page, drawn so that parts that still sleep (later.tsx) are kept. */
import { startTransition } from "react"
import { kept, noteAnswer } from "./kept-page"

type Hear = (state: ToldState, ...more: ReadonlyArray<unknown>) => void

interface ToldState {
  readonly errors?: object | null
  readonly fetchers?: object
  readonly revalidation?: string
}

export interface ToldRouter {
  readonly state: ToldState
  subscribe: (hear: Hear) => () => void
  revalidate: () => void
}

export interface AskedRouter extends ToldRouter {
  readonly state: {
    readonly fetchers: ReadonlyMap<string, { readonly state: string }>
    readonly errors: Readonly<Record<string, { readonly data?: { readonly sent?: unknown } } | undefined>> | null
  }
}

/** Nothing that a page shows has changed. The router tells of routes it has learnt in this way, too. */
const isNoNews = (before: object, now: object): boolean => {
  const known: Readonly<Record<string, unknown>> = { ...before }
  const entries = Object.entries(now)
  return entries.length === Object.keys(known).length && entries.every(([name, value]) => Object.is(value, known[name]))
}

/**
 * From now on who subscribes to this router hears in a transition, only if anything has changed, and not of answers that
 * did not come (kept-page.ts). RemixBrowser hears of a new address outside of a transition and changes its context with it:
 * React would then throw away every part that still sleeps (its error 421). In a transition React waits for the parts; but
 * it draws the page anew until they are there, and may report that error of a drawing it has given up.
 */
export const hearInTransitions = (router: ToldRouter): void => {
  // Before anything is drawn: what changed between drawing and subscribing is news to the subscriber.
  const { state: first, subscribe } = router
  router.subscribe = (hear) => {
    let told = first
    let shown = first
    return subscribe((state, ...rest) => {
      if (isNoNews(told, state)) return
      told = state
      const now = kept(shown, state)
      shown = now
      const isAnswered = now === state
      if (state.revalidation === "idle" && !(isAnswered && state.errors)) noteAnswer(isAnswered, router.revalidate)
      startTransition(() => hear(now, ...rest))
    })
  }
}

/**
 * From now on the page is asked for again only once no fetcher's form is on its way. The router (6.30) takes asking again
 * for a walk that began later than the form, and then does not follow where the form's answer leads: what the page read
 * before the server had done it would stay, and the press would show nothing.
 *
 * Where what was typed stands in place of a page that could not be made (error-view.tsx), only its sender asks again.
 */
export const askAgainAfterForms = (router: AskedRouter): void => {
  const { revalidate, subscribe } = router
  const isSending = () => [...router.state.fetchers.values()].some(({ state }) => state === "submitting")
  const holdsTyped = () => Object.values(router.state.errors ?? {}).some((error) => error?.data?.sent !== undefined)
  router.revalidate = () => {
    if (holdsTyped()) return
    if (!isSending()) return revalidate()
    const stop = subscribe(() => {
      if (isSending()) return
      stop()
      revalidate()
    })
  }
}
