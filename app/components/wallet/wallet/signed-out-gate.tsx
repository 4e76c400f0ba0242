import { type ReactNode, useEffect, useState, useSyncExternalStore } from "react"
import type { LoginStore } from "./login-state"
import { endSession } from "./session"
import { forgetHere, isMarkedSignedOut } from "./signed-out"

interface Props {
  readonly children: ReactNode
  readonly isSignedIn: boolean
  readonly login: LoginStore
}

const TELL_AGAIN_MS = 5_000

/** Events after which the visitor may have signed out in another tab, or the browser restored an old page. */
const NEWS = ["focus", "pageshow", "storage", "visibilitychange"]

const UNTOLD = "You are signed out on this computer. We will tell the server as soon as it can be reached."

/**
 * Hides the page as soon as its person signs out, before the server confirms. If the server cannot be reached, tells it
 * when the network returns.
 */
export function SignedOutGate({ children, isSignedIn, login }: Props) {
  const step = useSyncExternalStore(
    login.subscribe,
    () => login.snapshot().leaving,
    () => null
  )
  const [isMarked, setMarked] = useState(false)
  const isUnnotified = step === "untold" || (step === null && isMarked && isSignedIn)
  const isHidden = isUnnotified || step === "telling" || (step === "told" && isSignedIn)

  useEffect(() => {
    const check = () => setMarked(isMarkedSignedOut())
    for (const name of NEWS) addEventListener(name, check)
    return () => {
      for (const name of NEWS) removeEventListener(name, check)
    }
  }, [])

  useEffect(() => {
    const report = async () => {
      if (!isMarkedSignedOut() || login.snapshot().leaving === "telling") return
      const ended = await endSession()
      // Loads a new document, which discards everything in memory.
      if (ended.ok && isUnnotified) location.replace("/")
    }
    void report()
    addEventListener("online", report)
    // A server that recovers sends no event, so poll.
    const again = isUnnotified ? setInterval(report, TELL_AGAIN_MS) : undefined
    return () => {
      removeEventListener("online", report)
      clearInterval(again)
    }
  }, [isUnnotified, login])

  useEffect(() => {
    if (!isHidden) return
    document.title = "Signed out"
    // Also removes what parts of the page stored when they unmounted.
    void forgetHere(false)
  }, [isHidden])

  if (!isHidden) return children
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <h1>{step === "telling" ? "Signing out" : "Signed out"}</h1>
      <p role="status">{isUnnotified ? UNTOLD : ""}</p>
    </main>
  )
}
