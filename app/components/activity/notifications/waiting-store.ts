/**
 * How many things wait, as last heard. The server renders the first numbers; the bell asks again with every further page
 * and every half minute while the page is looked at, and the bottom bar shows what it heard. One small store, since
 * both stand on every page.
 */
import { useLocation } from "@remix-run/react"
import { useEffect, useRef, useSyncExternalStore } from "react"
import type { Waiting } from "~/effects/access/Waiting"

const EVERY_MS = 30_000 // docs/product/notifications.md, 3.8.5
let heard: Waiting | undefined
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const snapshot = () => heard
const nothing = () => undefined

/** Undefined until something was heard: the server's own number stands until then. */
export const useWaiting = (): Waiting | undefined => useSyncExternalStore(subscribe, snapshot, nothing)

const tell = (next: Waiting | undefined) => {
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

/** A number that cannot be had leaves the last one standing. */
const ask = async (signal: AbortSignal) => {
  try {
    const reply = await fetch("/api/notifications", { signal })
    const body: unknown = await reply.json()
    if (reply.ok && isWaiting(body)) tell(body)
  } catch {
    // Offline, or the page is left: the next time will do.
  }
}

/** Something was told to this visitor. */
export const hearAgain = () => void ask(AbortSignal.timeout(10_000))

/** `known` is what the server rendered: it stands until a walk to another page, or half a minute, asks anew. */
export function useAskWaiting(known: Waiting) {
  const { key } = useLocation()
  const renderedOn = useRef(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer of the server replaces what was heard
  useEffect(() => tell(undefined), [known])
  useEffect(() => {
    const stop = new AbortController()
    const look = () => {
      if (document.visibilityState === "visible") void ask(stop.signal)
    }
    if (renderedOn.current !== key) look()
    renderedOn.current = ""
    const timer = setInterval(look, EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [key])
  useEffect(() => () => tell(undefined), [])
}
