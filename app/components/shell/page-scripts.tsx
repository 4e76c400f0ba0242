/** The scripts of a document, as the server writes them. */
import { Scripts, ScrollRestoration } from "@remix-run/react"
import { isHydrated } from "~/components/base/site/hydrate"
import { useMaybeRootData } from "~/components/base/site/root-data"
import { useServed } from "~/components/base/site/served"
import type { WalletSettings } from "~/components/wallet/wallet/sign-in"
import { EARLY_ANSWERS_SCRIPT } from "~/connector/WalletHandle"

/**
 * The only inline script of our own: it stores wallet responses that arrive before any file has loaded
 * (docs/decisions/README.md, 0035). Before the style sheets, which block inline scripts. It removes
 * itself, so that React finds the head it expects.
 */
export function FirstScript() {
  const { nonce } = useServed()
  return <script nonce={nonce}>{`${EARLY_ANSWERS_SCRIPT}document.currentScript.remove()`}</script>
}

/** At the end of the body, where React ignores unknown elements. In development every page is hydrated. */
export function PageScripts({ wallet }: { readonly wallet: WalletSettings | undefined }) {
  const { nonce, remix } = useServed()
  const data = useMaybeRootData()
  if (import.meta.env.DEV || data === undefined || isHydrated(remix.staticHandlerContext)) {
    return (
      <>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </>
    )
  }
  const { origin, practiceWallet } = data
  const settings = JSON.stringify({ ...wallet, origin, practiceWallet })
  // The version makes the address new with each build.
  const address = `/assets/reading.js?v=${remix.manifest.version}`
  return <script nonce={nonce} type="module" async src={address} data-reading={settings} />
}
