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

/** When somebody may have signed out in another tab, or comes back to a page that the browser kept as it was. */
const NEWS = ["focus", "pageshow", "storage", "visibilitychange"]

const UNTOLD = "You are signed out on this computer. We will tell the server as soon as it is reached."

/**
 * The page, until its person signs out: then nothing of it stays on the screen before the server's word for nobody has
 * come. Where the server is not reached, it is told as soon as there is a network.
 */
export function SignedOutGate({ children, isSignedIn, login }: Props) {
  const step = useSyncExternalStore(
    login.subscribe,
    () => login.snapshot().leaving,
    () => null
  )
  const [isMarked, setMarked] = useState(false)
  const isUntold = step === "untold" || (step === null && isMarked && isSignedIn)
  const isHidden = isUntold || step === "telling" || (step === "told" && isSignedIn)

  useEffect(() => {
    const look = () => setMarked(isMarkedSignedOut())
    for (const name of NEWS) addEventListener(name, look)
    return () => {
      for (const name of NEWS) removeEventListener(name, look)
    }
  }, [])

  useEffect(() => {
    const tell = async () => {
      if (!isMarkedSignedOut() || login.snapshot().leaving === "telling") return
      const ended = await endSession()
      // A new document: what this one has in its memory goes with it.
      if (ended.ok && isUntold) location.replace("/")
    }
    void tell()
    addEventListener("online", tell)
    // A server that is down comes back without an event.
    const again = isUntold ? setInterval(tell, TELL_AGAIN_MS) : undefined
    return () => {
      removeEventListener("online", tell)
      clearInterval(again)
    }
  }, [isUntold, login])

  useEffect(() => {
    if (!isHidden) return
    document.title = "Signed out"
    // What the parts of the page wrote down when they left.
    void forgetHere(false)
  }, [isHidden])

  if (!isHidden) return children
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <h1>{step === "telling" ? "Signing out" : "Signed out"}</h1>
      <p role="status">{isUntold ? UNTOLD : ""}</p>
    </main>
  )
}
