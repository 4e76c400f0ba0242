import { useEffect, useSyncExternalStore } from "react"
import { OFFLINE } from "~/components/base/site/offline"
import { isStale } from "~/components/base/site/stale-page"
import { Notice } from "./notice"

const UNANSWERED = "The server does not answer. This page stays as it is and tries again automatically."
const NEWS = ["online", "offline", "stale"]

const subscribe = (listener: () => void) => {
  for (const name of NEWS) addEventListener(name, listener)
  return () => {
    for (const name of NEWS) removeEventListener(name, listener)
  }
}

/**
 * Shows a notice while there is no network or no response; without a network, it also prevents forms from being sent.
 */
export function OfflineNotice() {
  const message = useSyncExternalStore<string | false>(
    subscribe,
    () => (navigator.onLine ? isStale() && UNANSWERED : OFFLINE.message),
    () => false
  )
  useEffect(() => {
    const hold = (event: SubmitEvent) => {
      // The theme and sign-out forms work locally whatever the server does.
      if (navigator.onLine || (event.target as Element).getAttribute("action") === "/") return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    document.addEventListener("submit", hold, true)
    return () => document.removeEventListener("submit", hold, true)
  }, [])
  return (
    <div className="offline no-print" role="status">
      {message !== false && (
        <Notice tone="warn">
          <p>{message}</p>
        </Notice>
      )}
    </div>
  )
}
