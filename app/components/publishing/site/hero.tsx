import { Link, useNavigate, useSearchParams } from "@remix-run/react"
import { Fragment, type ReactNode, useEffect, useRef } from "react"
import { useWaiting } from "~/components/activity/notifications/waiting-store"
import { Notice } from "~/components/base/parts/notice"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useRootData } from "~/components/base/site/root-data"
import { useHasNote } from "~/components/wallet/gate/return-store"
import { useWallet } from "~/components/wallet/wallet/use-wallet"
import { TAGLINE } from "~/effects/base/settings/product"

/** Breaks the tagline after each sentence. */
const SENTENCES = TAGLINE.split(/(?<=\.) /)

/** Says what this site is and offers the visitor's next action. `children` is one sheet shown next to it. */
export function Hero({ children }: { readonly children: ReactNode }) {
  return (
    <section className="wrap hero" aria-labelledby="home-title">
      <div className="hero__words">
        <h1 id="home-title">
          {SENTENCES.map((sentence) => (
            <Fragment key={sentence}>
              <span>{sentence}</span>{" "}
            </Fragment>
          ))}
        </h1>
        <p className="lead">
          Communities on the Radix test network that talk, vote, issue bonds and pay out, with a record anyone can
          re-count.
        </p>
        <FirstStep />
      </div>
      {children}
    </section>
  )
}

/** Number of the visitor's open to-dos; nothing until it is loaded. */
function NeedsCount() {
  const needs = useWaiting()?.needs ?? 0
  if (needs === 0) return null
  return (
    <span className="count">
      {needs}
      <span className="visually-hidden"> to do</span>
    </span>
  )
}

/** "Connect and start": signs in, then opens the sign-up form or the dashboard. */
function useStart() {
  const { session } = useRootData()
  const wallet = useWallet()
  const navigate = useNavigate()
  // A visitor who was turned away from another page is returned there instead (return-banner.tsx).
  const isExpectedElsewhere = useHasNote()
  const hasStarted = useRef(false)
  useEffect(() => {
    if (session === null || !hasStarted.current) return
    hasStarted.current = false
    if (!isExpectedElsewhere) navigate(session.profile === null ? "/signup" : "/userDashboard")
  }, [isExpectedElsewhere, navigate, session])
  return async () => {
    hasStarted.current = true
    const response = await wallet.connect()
    if (!response.ok) hasStarted.current = false
  }
}

/** All states have one line and one row of buttons, so that signing in does not shift the page. */
function FirstStep() {
  const { session } = useRootData()
  const [search] = useSearchParams()
  const start = useStart()
  if (session === null) {
    return (
      <>
        {search.has("removed") ? (
          <Notice tone="ok">Your account is removed. Your posts stay under your short address.</Notice>
        ) : (
          <Notice>Your wallet is your account. Connecting never moves funds.</Notice>
        )}
        <div className="row">
          <HydratedButton className="button" data-kind="primary" data-connect="start" onClick={() => void start()}>
            Connect and start
          </HydratedButton>
          <Link className="button" to="/explore" prefetch="intent">
            Explore communities
          </Link>
        </div>
        <noscript>Connecting a wallet needs JavaScript. Everything on this page can be read without it.</noscript>
      </>
    )
  }
  if (session.profile === null) {
    return (
      <>
        <Notice tone="needs">You're connected. Create your profile in two minutes to start joining communities.</Notice>
        <div className="row">
          <Link className="button" data-kind="primary" to="/signup" prefetch="intent">
            Complete your profile
          </Link>
          <Link className="button" to="/explore" prefetch="intent">
            Explore communities
          </Link>
        </div>
      </>
    )
  }
  return (
    <>
      <Notice tone="ok">You are signed in as {session.profile.username}.</Notice>
      <div className="row">
        <Link className="button" data-kind="primary" to="/userDashboard" prefetch="intent">
          Open your dashboard
          <NeedsCount />
        </Link>
        <Link className="button" to="/explore" prefetch="intent">
          Explore communities
        </Link>
      </div>
    </>
  )
}
