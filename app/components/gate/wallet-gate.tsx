import { Link, Navigate, useLocation } from "@remix-run/react"
import { type ReactNode, useEffect, useState } from "react"
import { useRootData } from "../site/root-data"
import { Spinner } from "../spinner"
import { useWallet, useWalletNow } from "../wallet/use-wallet"
import { gateState } from "./gate-state"
import { rememberPath } from "./return-path"

/** Shows what is inside to somebody connected, waits for the wallet, or sends to sign-up. */
export function WalletGate({ children }: { readonly children: ReactNode }) {
  const { session } = useRootData()
  const wallet = useWallet()
  useWalletNow()
  switch (gateState(wallet, session !== null)) {
    case "open":
      return children
    case "closed":
      return <ToSignUp />
    case "waiting":
      return (
        <div className="wrap page">
          <Spinner label="Connecting to wallet..." size="page" />
          <noscript>
            <p className="notice">
              You need JavaScript to connect a wallet. Public information is on <a href="/">the home page</a>.
            </p>
          </noscript>
        </div>
      )
  }
}

/** Remembers the place before it leaves, in that order. */
function ToSignUp() {
  const location = useLocation()
  const [isRemembered, setRemembered] = useState(false)
  useEffect(() => {
    rememberPath(`${location.pathname}${location.search}${location.hash}`)
    setRemembered(true)
  }, [location])
  return isRemembered ? <Navigate to="/signup" replace state={{ from: location }} /> : null
}

/** For a connected account whose session is missing or has ended: pages with private data ask for a new proof. */
export function SignInNeeded({ action }: { readonly action: string }) {
  const wallet = useWallet()
  return (
    <div className="empty">
      <h2 className="h3">Sign in with your wallet to {action}.</h2>
      <p className="muted">
        Your wallet is connected, but this browser has not proven its account to us, or not lately.
      </p>
      <button className="button" data-kind="primary" type="button" onClick={() => void wallet.connect()}>
        Sign in
      </button>
      <p>
        <Link to="/">Home</Link>
      </p>
    </div>
  )
}
