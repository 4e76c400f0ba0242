import { Link, useLocation, useNavigate, useRevalidator } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { Notice } from "~/components/base/parts/notice"
import { Spinner } from "~/components/base/parts/spinner"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useMaybeFrame } from "~/components/base/site/use-frame"
import { useWallet, useWalletNow } from "~/components/wallet/wallet/use-wallet"
import { gateState } from "./gate-state"

type Props = {
  /** Whether the server that rendered this page found a session. */
  readonly hasSession: boolean
  /** Why the post that this page answers was refused. */
  readonly refused: string | null
  /** Why a suspended account may not act here. */
  readonly barred: string | null
  readonly children: ReactNode
}

/**
 * Shows its children to a signed-in visitor; otherwise waits for the wallet, asks it for a proof, or redirects to
 * sign-up.
 */
export function WalletGate({ barred, children, hasSession, refused }: Props) {
  const wallet = useWallet()
  const revalidator = useRevalidator()
  const { pathname, search } = useLocation()
  useWalletNow()
  const wasConnected = useRef(false)
  const triedAgain = useRef(false)
  const shownAt = useRef<string>()
  if (wallet.accounts.length > 0) wasConnected.current = true
  if (wallet.isConnecting) triedAgain.current = true
  const state = gateState(wallet, hasSession, wasConnected.current && wallet.isConnecting)
  const here = `${pathname}${search}`
  if (state === "open") shownAt.current = here
  // A visitor who was signed in keeps what they typed: the page stays mounted, and the request to sign in appears next
  // to it.
  const isOver = state === "unproven" && shownAt.current === here
  if (state === "open" || isOver) {
    return (
      <>
        {isOver && <SessionOver />}
        {children}
      </>
    )
  }
  switch (state) {
    case "closed":
      return <ToSignUp isLeaving={wallet.leaving !== null || (wasConnected.current && !triedAgain.current)} />
    case "unproven":
      return (
        <div className="wrap page">
          {revalidator.state === "loading" ? <Connecting /> : <SignInNeeded action="see this page" barred={barred} />}
        </div>
      )
    case "waiting":
      return (
        <div className="wrap page">
          {refused === null ? <Connecting /> : <Refused message={refused} />}
          <WithoutScripts />
        </div>
      )
  }
}

/** Reply to a form that a browser without JavaScript sent after the session had ended. */
function Refused({ message }: { readonly message: string }) {
  return (
    <Notice tone="bad" role="alert">
      <p>{message} Nothing was changed. Go back: your browser still has what you typed.</p>
    </Notice>
  )
}

function SessionOver() {
  const wallet = useWallet()
  return (
    <div className="wrap">
      <Notice tone="needs" role="status">
        <p>
          Your session has ended. Nothing here is sent before you sign in again; what you typed stays.{" "}
          <HydratedButton className="link-button" onClick={() => void wallet.connect()}>
            Sign in
          </HydratedButton>
        </p>
      </Notice>
    </div>
  )
}

/** Without a session the page does not reveal whose page it is; public information is in the directory. */
function WithoutScripts() {
  return (
    <noscript>
      <div className="notice">
        <p>
          You need JavaScript to connect a wallet. Public information about communities is at{" "}
          <a href="/explore">/explore</a>.
        </p>
      </div>
    </noscript>
  )
}

/**
 * Remembers the path and redirects, once even if rendered several times. A person who disconnected on purpose is not
 * sent back later.
 */
function ToSignUp({ isLeaving }: { readonly isLeaving: boolean }) {
  const location = useLocation()
  const navigate = useNavigate()
  const community = useMaybeFrame()?.name
  const isGone = useRef(false)
  useEffect(() => {
    let isHere = true
    const go = async () => {
      // If this code cannot be loaded, only the shortcut back is lost.
      const note = isLeaving ? undefined : await import("./return-path").catch(() => undefined)
      if (!isHere || isGone.current) return
      isGone.current = true
      const path = `${location.pathname}${location.search}${location.hash}`
      note?.rememberPath(path, community)
      if (community === undefined) void note?.namePath(path)
      navigate("/signup", { replace: true, state: { from: location } })
    }
    void go()
    return () => {
      isHere = false
    }
  }, [community, isLeaving, location, navigate])
  return <Connecting />
}

function Connecting() {
  return <Spinner label="Connecting to wallet..." size="page" />
}

/** For a connected account without a valid session: pages with private data ask for a new proof. */
export function SignInNeeded({ action, barred = null }: { readonly action: string; readonly barred?: string | null }) {
  const wallet = useWallet()
  return (
    <div className="empty">
      {barred === null && <h1 className="h3">Sign in with your wallet to {action}.</h1>}
      <p className={barred === null ? "muted" : undefined}>
        {barred ?? "Your wallet is connected, but you have not proven your account in this browser recently."}
      </p>
      <HydratedButton className="button" data-kind="primary" onClick={() => void wallet.connect()}>
        Sign in
      </HydratedButton>
      <p>
        <Link to="/">Home</Link>
      </p>
    </div>
  )
}
