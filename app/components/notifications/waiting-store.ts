/**
 * How many things wait, as last heard. The bell asks again with every page and each minute while the page is looked at;
 * the bottom bar shows what it heard. One small store, since both stand on every page.
 */
import { useLocation } from "@remix-run/react"
import { useEffect, useSyncExternalStore } from "react"

export interface Waiting {
  readonly unread: number
  readonly needs: number
}

const EVERY_MS = 60_000
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

/** `known` is what the server rendered: a new number of its own replaces what was heard before. */
export function useAskWaiting(known: number) {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page and each answer of the server asks anew
  useEffect(() => {
    const stop = new AbortController()
    const look = () => {
      if (document.visibilityState === "visible") void ask(stop.signal)
    }
    look()
    const timer = setInterval(look, EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [key, known])
  useEffect(() => () => tell(undefined), [])
}
