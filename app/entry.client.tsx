/**
 * Wakes the server's HTML up, once the loaders' data in it has been read.
 *
 * RemixBrowser suspends at the very root until then, and React answers a key or click in that moment by hydrating at
 * once, finds nothing to render and gives the page up (error 345). So the reading comes first: the first call of the
 * component starts it and throws its promise, before any hook.
 */
import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"

const dataRead = async () => {
  try {
    RemixBrowser({})
  } catch (thrown) {
    // Anything else than a promise will be thrown again below, where React can show it.
    if (thrown instanceof Promise) await thrown
  }
}

type Subscribe = (hear: (...news: ReadonlyArray<unknown>) => void) => () => void

/**
 * What the router tells is drawn as a transition. RemixBrowser hears of a new address outside of one and changes its
 * context with it: React would then throw away every part that still sleeps (React error 421, components/base/site/later.tsx).
 */
const hearRouterInTransitions = () => {
  let router: { subscribe: Subscribe } | undefined
  Object.defineProperty(window, "__remixRouter", {
    get: () => router,
    set: (made: { subscribe: Subscribe }) => {
      router = made
      const { subscribe } = made
      made.subscribe = (hear) => subscribe((...news) => startTransition(() => hear(...news)))
    }
  })
}

hearRouterInTransitions()
dataRead().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>
    )
  })
)
