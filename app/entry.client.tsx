/**
 * Hydrates the server's HTML once the loaders' data in it has been read, and the views have loaded that show it. So
 * everything hydrates at once: no part loses what was typed, or a press, because it is later than the others.
 *
 * Until then RemixBrowser suspends at the root, and if a key or click arrives, React hydrates synchronously, finds
 * nothing to render and gives up (error 345). So the data is read first: the first call of the component starts reading
 * and throws its promise, before any hook.
 */
import { RemixBrowser } from "@remix-run/react"
import { StrictMode, startTransition } from "react"
import { hydrateRoot } from "react-dom/client"
import { loadViews } from "~/components/base/site/hydrate"
import { type AskedRouter, askAgainAfterForms, hearInTransitions } from "~/components/base/site/router-news"
import { hearShortcuts } from "~/components/shell/shortcuts"

const dataRead = async () => {
  try {
    RemixBrowser({})
  } catch (thrown) {
    // Anything but a promise is thrown again below, where React can show it.
    if (thrown instanceof Promise) await thrown
  }
}

/** RemixBrowser sets its router here before it renders anything. */
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

/** A view that did not load is requested once more where it is rendered, so that the rest of the page still works. */
const viewsLoaded = () =>
  loadViews(window.__remixRouteModules, window.__remixContext.state.loaderData ?? {}).catch(() => undefined)

hearRouterInTransitions()
hearShortcuts()
dataRead()
  .then(viewsLoaded)
  .then(() =>
    startTransition(() => {
      hydrateRoot(
        document,
        <StrictMode>
          <RemixBrowser />
        </StrictMode>
      )
    })
  )
