/**
 * What is shown before the wizard (docs/product/access.md, "The wallet gate"): a notice if sign-ups are closed, a
 * spinner while the wallet loads, and a redirect home without an account.
 */
import { Navigate } from "@remix-run/react"
import { lazy, Suspense, useEffect, useRef } from "react"
import { Notice } from "~/components/base/parts/notice"
import { Spinner } from "~/components/base/parts/spinner"
import { useRootData } from "~/components/base/site/root-data"
import { useWallet, useWalletNow } from "~/components/wallet/wallet/use-wallet"
import { isWalletStored } from "~/connector/WalletHandle"

/** For search engines and link previews. */
export const SIGN_UP_SUMMARY = "Connect your wallet, fill in your profile and confirm your e-mail: three short steps."

const WizardPage = lazy(() => import("./wizard-page"))

/** @param closed why sign-ups are closed; then no field is shown, since nothing could be sent. */
export function SignupGate({ closed }: { readonly closed: string | null }) {
  if (closed === null) return <OpenGate />
  return (
    <div className="stack">
      <h1>Sign up</h1>
      <Notice tone="warn">
        <p>{closed}</p>
        <p>A draft that you began here stays in this browser. Everything public can be read without an account.</p>
      </Notice>
    </div>
  )
}

function OpenGate() {
  const { session, uploads } = useRootData()
  const wallet = useWallet()
  useWalletNow()
  const inside = useRef<(typeof wallet.accounts)[number]>()
  const isWaiting = wallet.isLoading || !wallet.isInitialized
  const { settings } = wallet
  useEffect(() => {
    // The connector would find the same, but seconds later on a slow phone. A new document, because home then appears
    // immediately.
    if (isWaiting && !isWalletStored(settings, () => localStorage)) window.location.replace("/")
  }, [isWaiting, settings])
  if (isWaiting) {
    return (
      <div className="signup-waiting">
        <WithoutJavaScript />
        <Spinner label="Connecting to wallet..." size="page" />
      </div>
    )
  }
  // While a signed-in person proves their account again, the connector lists no accounts; the wizard and its draft must
  // not unmount.
  const account = wallet.accounts[0] ?? (wallet.isConnecting ? inside.current : undefined)
  if (account === undefined) return <Navigate to="/" replace />
  inside.current = account
  return (
    <Suspense fallback={<Loading />}>
      <WizardPage
        account={account}
        uploads={uploads}
        hasProfile={session?.account === account.address && session.profile !== null}
        onConnect={() => void wallet.connect()}
      />
    </Suspense>
  )
}

function Loading() {
  return (
    <div className="signup-waiting">
      <Spinner label="Loading..." size="page" />
    </div>
  )
}

function WithoutJavaScript() {
  return (
    <noscript>
      <div className="notice" data-tone="warn">
        <div>
          <p>Signing up needs your wallet and JavaScript.</p>
          <p className="row">
            <a href="https://wallet.radixdlt.com/">Get the wallet</a>
            <a href="https://www.enable-javascript.com/">How to turn on JavaScript</a>
          </p>
        </div>
      </div>
    </noscript>
  )
}
