/**
 * Signs out in this browser, even without a network: sets a cookie that makes every further request anonymous, and
 * deletes the person's stored data. Statically imported, so that it works offline.
 */
import { SIGNED_OUT_COOKIE, signedOutCookie } from "~/effects/people/wallet-session/signedOutCookie"

export const markSignedOut = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: it has to be there when this returns, and in every browser
  document.cookie = signedOutCookie
}

/** The server has not been told yet. */
export const isMarkedSignedOut = (): boolean => document.cookie.includes(`${SIGNED_OUT_COOKIE}=`)

/** Storage prefix of the connector, which clears its own data and notes what the wallet may still send. */
const CONNECTOR = "rdt:"
/** The practice wallet stands for a person's own wallet in local mode, so signing out does not empty it. */
const PRACTICE_WALLET = "commonhold:practice-wallet"
/** Prefix of the service worker's caches with a person's pages (app/worker/pages.ts). */
const OWN_PAGES = "own "

const attempt = (forget: () => void): void => {
  try {
    forget()
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

/** @param withConnector also delete the connector's data, if the connector itself could not be called */
export const forgetHere = async (withConnector: boolean): Promise<void> => {
  attempt(() => {
    const stored = (key: string) => key === PRACTICE_WALLET || (key.startsWith(CONNECTOR) && !withConnector)
    for (const key of Object.keys(localStorage)) if (!stored(key)) localStorage.removeItem(key)
  })
  attempt(() => sessionStorage.clear())
  const names = await globalThis.caches?.keys().catch(() => [])
  await Promise.allSettled(
    (names ?? []).filter((name) => name.startsWith(OWN_PAGES)).map((name) => caches.delete(name))
  )
}
