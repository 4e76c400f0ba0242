/**
 * Signing out in this browser, whatever the network says: a mark that makes every further request nobody's, and an end to
 * everything that is kept here of the person. No part of it may have to be loaded first.
 */
import { SIGNED_OUT_COOKIE, signedOutCookie } from "~/effects/people/wallet-session/signedOutCookie"

export const markSignedOut = (): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: it has to be there when this returns, and in every browser
  document.cookie = signedOutCookie
}

/** The server has not been told yet. */
export const isMarkedSignedOut = (): boolean => document.cookie.includes(`${SIGNED_OUT_COOKIE}=`)

/** The connector's own; it forgets what it has, and what its wallet may still send is noted there. */
const CONNECTOR = "rdt:"
/** Stands in for a wallet of the person's own, in local mode; signing out of a site does not empty a wallet. */
const PRACTICE_WALLET = "commonhold:practice-wallet"
/** Stores of the service worker with a person's pages (app/worker/pages.ts). */
const OWN_PAGES = "own "

const attempt = (forget: () => void): void => {
  try {
    forget()
  } catch {
    // A browser that forbids storage keeps nothing.
  }
}

/** @param withConnector where the connector itself could not be told */
export const forgetHere = async (withConnector: boolean): Promise<void> => {
  attempt(() => {
    const kept = (key: string) => key === PRACTICE_WALLET || (key.startsWith(CONNECTOR) && !withConnector)
    for (const key of Object.keys(localStorage)) if (!kept(key)) localStorage.removeItem(key)
  })
  attempt(() => sessionStorage.clear())
  const names = await globalThis.caches?.keys().catch(() => [])
  await Promise.allSettled(
    (names ?? []).filter((name) => name.startsWith(OWN_PAGES)).map((name) => caches.delete(name))
  )
}
