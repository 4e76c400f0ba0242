/**
 * The tab's note of where a person was going, unread: all that the first load has to know of it is whether there is one.
 * Readers go through return-path.ts, which trusts nothing that stands there.
 */
import { useSyncExternalStore } from "react"
import { NOTE_KEY } from "./note-key"

const listeners = new Set<() => void>()

export const changeNote = (write: (storage: Storage, key: string) => void) => {
  try {
    write(sessionStorage, NOTE_KEY)
  } catch {
    // A browser that keeps nothing for us: the person only loses the shortcut.
  }
  for (const listener of listeners) listener()
}

export const readNote = (keyOf = (key: string) => key): string | null => {
  try {
    return sessionStorage.getItem(keyOf(NOTE_KEY))
  } catch {
    return null
  }
}

export const subscribeToNote = (onChange: () => void) => {
  listeners.add(onChange)
  return () => {
    listeners.delete(onChange)
  }
}

export const useHasNote = (): boolean =>
  useSyncExternalStore(
    subscribeToNote,
    () => readNote() !== null,
    () => false
  )
