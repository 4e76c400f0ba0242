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
import { type AskedRouter, askAgainAfterForms, hearInTransitions } from "~/components/base/site/router-news"

const dataRead = async () => {
  try {
    RemixBrowser({})
  } catch (thrown) {
    // Anything else than a promise will be thrown again below, where React can show it.
    if (thrown instanceof Promise) await thrown
  }
}

/** RemixBrowser leaves its router here before it draws anything. */
const hearRouterInTransitions = () => {
  let router: AskedRouter | undefined
  Object.defineProperty(window, "__remixRouter", {
    get: () => router,
    set: (made: AskedRouter) => {
      router = made
      askAgainAfterForms(made)
      hearInTransitions(made)
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
