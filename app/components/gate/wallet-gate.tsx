import { Link, useLocation, useNavigate } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { useMaybeFrame } from "../inside/use-frame"
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
  const wasConnected = useRef(false)
  const triedAgain = useRef(false)
  if (wallet.accounts.length > 0) wasConnected.current = true
  if (wallet.isConnecting) triedAgain.current = true
  switch (gateState(wallet, session !== null, wasConnected.current && wallet.isConnecting)) {
    case "open":
      return children
    case "closed":
      return <ToSignUp isLeaving={wasConnected.current && !triedAgain.current} />
    case "waiting":
      return (
        <div className="wrap page">
          <Connecting />
          <WithoutScripts />
        </div>
      )
  }
}

/** D-04. A visitor is told of no community but public and unlisted ones, and those have a public face. */
function WithoutScripts() {
  const frame = useMaybeFrame()
  return (
    <noscript>
      <div className="notice">
        <p>
          You need JavaScript to connect a wallet.{" "}
          {frame === undefined ? (
            <>
              Public information is on <a href="/">the home page</a>.
            </>
          ) : (
            <>
              Public information about this community is at <a href={`/explore/${frame.slug}`}>/explore/{frame.slug}</a>
              .
            </>
          )}
        </p>
      </div>
    </noscript>
  )
}

/** Remembers the place, then goes: once, however often it is drawn. Who disconnects on purpose is not asked back. */
function ToSignUp({ isLeaving }: { readonly isLeaving: boolean }) {
  const location = useLocation()
  const navigate = useNavigate()
  const community = useMaybeFrame()?.name
  const isGone = useRef(false)
  useEffect(() => {
    if (isGone.current) return
    isGone.current = true
    if (!isLeaving) rememberPath(`${location.pathname}${location.search}${location.hash}`, community)
    navigate("/signup", { replace: true, state: { from: location } })
  }, [community, isLeaving, location, navigate])
  return <Connecting />
}

function Connecting() {
  return <Spinner label="Connecting to wallet..." size="page" />
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
