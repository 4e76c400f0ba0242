/**
 * Where the person was going when the gate turned them away: kept for this tab only, and only ever a path of our own
 * router (D-03, quality B14). What an address bar or a link says about it is never read.
 */
import { useSyncExternalStore } from "react"
import { safePath } from "~/effects/access/safePath"

const KEY = "commonhold:return-path"
const listeners = new Set<() => void>()

const change = (write: (storage: Storage) => void) => {
  try {
    write(sessionStorage)
  } catch {
    // A browser that keeps nothing for us: the person only loses the shortcut.
  }
  for (const listener of listeners) listener()
}

export const rememberPath = (path: string) => {
  const own = safePath(path)
  if (own !== undefined) change((storage) => storage.setItem(KEY, own))
}

export const forgetPath = () => change((storage) => storage.removeItem(KEY))

/** Checked again on the way out: whatever else writes to the tab's storage is not trusted. */
const remembered = (): string | undefined => {
  try {
    const path = sessionStorage.getItem(KEY)
    return path === null ? undefined : safePath(path)
  } catch {
    return undefined
  }
}

const subscribe = (onChange: () => void) => {
  listeners.add(onChange)
  return () => {
    listeners.delete(onChange)
  }
}

export const useReturnPath = (): string | undefined => useSyncExternalStore(subscribe, remembered, () => undefined)
