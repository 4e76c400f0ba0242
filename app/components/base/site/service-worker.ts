/**
 * The service worker from the page's side (app/worker). Loaded after the page, and never needed: where there are no
 * service workers everything works but notices and reading offline.
 */

/** Served by app/pages.server.ts, for the whole site. */
const SCRIPT = "/service-worker.js"

interface Policies {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string }
  ) => { readonly createScriptURL: (text: string) => string }
}

/** The site's pages take no address of a script but from a policy that the headers name (headers.server.ts). */
const trusted = (): string => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: Policies } // not in TypeScript's library
  return trustedTypes?.createPolicy("service-worker", { createScriptURL: () => SCRIPT }).createScriptURL("") ?? SCRIPT
}

let registered: Promise<ServiceWorkerRegistration | undefined> | undefined

/** Undefined where there are none, or the browser does not want one. The file is asked for anew each time. */
export const serviceWorker = (): Promise<ServiceWorkerRegistration | undefined> => {
  registered ??=
    "serviceWorker" in navigator && import.meta.env.PROD
      ? navigator.serviceWorker.register(trusted(), { updateViaCache: "none" }).catch(() => undefined)
      : Promise.resolve(undefined)
  return registered
}

/** Until somebody who walks on is taken to have read a page, milliseconds. */
const READ_MS = 2_000

/** Pages that are walked to come without their documents, so the worker is told of them; the Navigation API says when. */
const tellWalks = () => {
  const { navigation } = window as { readonly navigation?: EventTarget } // not in every browser
  let timer: ReturnType<typeof setTimeout> | undefined
  navigation?.addEventListener("currententrychange", () => {
    clearTimeout(timer)
    timer = setTimeout(() => navigator.serviceWorker.controller?.postMessage(location.href), READ_MS)
  })
}

const isPlain = ({ altKey, button, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 0 && !(altKey || ctrlKey || metaKey || shiftKey)

/** Offline the router can load nothing; the browser itself asks the worker, which has what was read. */
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

/** For every page, once it has loaded; for one that slept, again when it is awake. */
export const startServiceWorker = async (): Promise<void> => {
  if ((await serviceWorker()) === undefined || isStarted) return
  isStarted = true
  tellWalks()
  leaveLinksToTheBrowser()
}
