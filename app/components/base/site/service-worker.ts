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
