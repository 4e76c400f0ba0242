/** Changes how the router notifies the page, so that parts that are not hydrated yet (later.tsx) are preserved. */
import { startTransition } from "react"
import { noteResponse, withLastData } from "./stale-page"

type Hear = (state: ObservedState, ...more: ReadonlyArray<unknown>) => void

interface ObservedState {
  readonly errors?: object | null
  readonly fetchers?: object
  readonly revalidation?: string
}

export interface ObservedRouter {
  readonly state: ObservedState
  subscribe: (hear: Hear) => () => void
  revalidate: () => void
}

export interface AskedRouter extends ObservedRouter {
  readonly state: {
    readonly fetchers: ReadonlyMap<string, { readonly state: string }>
    readonly errors: Readonly<Record<string, { readonly data?: { readonly sent?: unknown } } | undefined>> | null
  }
}

/** Nothing that a page shows has changed. The router also notifies of newly discovered routes. */
const isNoNews = (before: object, now: object): boolean => {
  const known: Readonly<Record<string, unknown>> = { ...before }
  const entries = Object.entries(now)
  return entries.length === Object.keys(known).length && entries.every(([name, value]) => Object.is(value, known[name]))
}

/**
 * Notifies this router's subscribers in a transition, only of changes, and not of responses that never arrived
 * (stale-page.ts). RemixBrowser handles a new address outside of a transition and changes its context with it: React
 * would then discard every unhydrated part (its error 421). In a transition React waits for the parts; but it renders
 * the page again until they are loaded, and may report that error for a render it has discarded.
 */
export const hearInTransitions = (router: ObservedRouter): void => {
  // Compares with the state before rendering: a change between rendering and subscribing must reach the subscriber.
  const { state: first, subscribe } = router
  router.subscribe = (hear) => {
    let reported = first
    let shown = first
    return subscribe((state, ...rest) => {
      if (isNoNews(reported, state)) return
      reported = state
      const now = withLastData(shown, state)
      shown = now
      const isDone = now === state
      if (state.revalidation === "idle" && !(isDone && state.errors)) noteResponse(isDone, router.revalidate)
      startTransition(() => hear(now, ...rest))
    })
  }
}

/**
 * Delays revalidation until no fetcher's form is in flight. The router (6.30) treats a revalidation as a navigation
 * that began after the form, and then ignores the redirect of the form's response: the page would keep what it read
 * before the server had finished, and the click would show nothing.
 *
 * On an error page that shows a refused text (error-view.tsx), only its form revalidates.
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
