/**
 * The number of unread and open things, as last received. The server renders the first numbers; the bell asks again on
 * every navigation and every half minute while the page is visible. The bell and the bottom bar share this store.
 */
import { useLocation } from "@remix-run/react"
import { useEffect, useRef, useSyncExternalStore } from "react"
import type { Waiting } from "~/effects/access/Visitor"

const EVERY_MS = 30_000
let heard: Waiting | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const snapshot = () => heard
const nothing = () => undefined

/** Undefined until a response has arrived; until then the server's own number is shown. */
export const useWaiting = (): Waiting | undefined => useSyncExternalStore(subscribe, snapshot, nothing)

const notify = (next: Waiting | undefined) => {
  heard = next
  for (const listener of listeners) listener()
}

const isWaiting = (body: unknown): body is Waiting =>
  typeof body === "object" &&
  body !== null &&
  "unread" in body &&
  typeof body.unread === "number" &&
  "needs" in body &&
  typeof body.needs === "number"

/** If the request fails, the last number stays. */
const ask = async (signal: AbortSignal) => {
  try {
    const reply = await fetch("/api/notifications", { signal })
    const body: unknown = await reply.json()
    if (reply.ok && isWaiting(body)) notify(body)
  } catch {
    // Offline, or the page was left: the next request will do.
  }
}

/** Asks again after a live event for this visitor. */
export const hearAgain = () => void ask(AbortSignal.timeout(10_000))

/** `known` is what the server rendered; it is shown until a navigation, or half a minute, triggers a new request. */
export function useAskWaiting(known: Waiting) {
  const { key } = useLocation()
  const renderedOn = useRef(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new response of the server replaces what live events said
  useEffect(() => notify(undefined), [known])
  useEffect(() => {
    const stop = new AbortController()
    const check = () => {
      if (document.visibilityState === "visible") void ask(stop.signal)
    }
    if (renderedOn.current !== key) check()
    renderedOn.current = ""
    const timer = setInterval(check, EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [key])
  useEffect(() => () => notify(undefined), [])
}
