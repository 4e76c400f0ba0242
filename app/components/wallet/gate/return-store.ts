/**
 * The stored return path, unparsed: the first load only needs to know whether there is one. Other readers use
 * return-path.ts, which validates it.
 */
import { useSyncExternalStore } from "react"
import { NOTE_KEY, readNote } from "./note-key"

const listeners = new Set<() => void>()

export const changeNote = (write: (storage: Storage, key: string) => void) => {
  try {
    write(sessionStorage, NOTE_KEY)
  } catch {
    // Storage is blocked; the person only loses the shortcut.
  }
  for (const listener of listeners) listener()
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
