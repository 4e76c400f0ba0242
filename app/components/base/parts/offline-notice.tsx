import { useEffect, useSyncExternalStore } from "react"
import { OFFLINE } from "~/components/base/site/offline"
import { Notice } from "./notice"

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener)
  window.addEventListener("offline", listener)
  return () => {
    window.removeEventListener("online", listener)
    window.removeEventListener("offline", listener)
  }
}

/** Says so while there is no network, and keeps forms from leaving: an answer that cannot come would take the page. */
export function OfflineNotice() {
  const isOffline = useSyncExternalStore(
    subscribe,
    () => !navigator.onLine,
    () => false
  )
  useEffect(() => {
    if (!isOffline) return
    const hold = (event: SubmitEvent) => {
      // Theme and sign-out act here whatever the server says (R-W1).
      if (event.target instanceof HTMLFormElement && event.target.getAttribute("action") === "/") return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    document.addEventListener("submit", hold, true)
    return () => document.removeEventListener("submit", hold, true)
  }, [isOffline])
  return (
    <div className="offline no-print" role="status">
      {isOffline && (
        <Notice tone="warn">
          <p>{OFFLINE.message}</p>
        </Notice>
      )}
    </div>
  )
}
