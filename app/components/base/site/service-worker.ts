/**
 * The page's side of the service worker (app/worker). Loaded after the page, and never required: without service
 * workers everything works except notifications and reading offline.
 */

/** Served by app/pages.server.ts, for the whole site. */
const SCRIPT = "/service-worker.js"

interface Policies {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string }
  ) => { readonly createScriptURL: (text: string) => string }
}

/**
 * Under the site's policy a script's address must come from a Trusted Types policy that the headers name
 * (headers.server.ts).
 */
const trusted = (): string => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies } // not in TypeScript's library
  return trustedTypes?.createPolicy("service-worker", { createScriptURL: () => SCRIPT }).createScriptURL("") ?? SCRIPT
}

let registered: Promise<ServiceWorkerRegistration | undefined> | undefined

/** Undefined if service workers are not available or blocked. The browser checks for a new file each time. */
export const serviceWorker = (): Promise<ServiceWorkerRegistration | undefined> => {
  registered ??=
    "serviceWorker" in navigator && import.meta.env.PROD
      ? navigator.serviceWorker.register(trusted(), { updateViaCache: "none" }).catch(() => undefined)
      : Promise.resolve(undefined)
  return registered
}

/** Milliseconds after which a page that was navigated to counts as read. */
const READ_MS = 2_000

/** Pages reached by navigation load no document, so the worker is told about them; the Navigation API reports when. */
const reportScans = () => {
  const { navigation } = window as { readonly navigation?: EventTarget } // not in every browser
  let timer: ReturnType<typeof setTimeout> | undefined
  navigation?.addEventListener("currententrychange", () => {
    clearTimeout(timer)
    timer = setTimeout(() => navigator.serviceWorker.controller?.postMessage(location.href), READ_MS)
  })
}

const isPlain = ({ altKey, button, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)

/** Offline the router cannot load anything; a full navigation goes to the worker, which has the visited pages. */
const leaveLinksToTheBrowser = () =>
  window.addEventListener(
    "click",
    (event) => {
      if (navigator.onLine || navigator.serviceWorker.controller === null || !isPlain(event)) return
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null
      if (link instanceof HTMLAnchorElement && link.origin === location.origin && link.pathname !== location.pathname) {
        event.stopImmediatePropagation()
      }
    },
    { capture: true }
  )

let isStarted = false

/** For every page, once it has loaded; again after hydration if the page hydrated later. */
export const startServiceWorker = async (): Promise<void> => {
  if ((await serviceWorker()) === undefined || isStarted) return
  isStarted = true
  reportScans()
  leaveLinksToTheBrowser()
}
