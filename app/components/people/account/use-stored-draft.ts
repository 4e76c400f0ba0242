/**
 * Saves the draft of an edit form on this device, so that a reload, the Back button, an expired session or a server
 * outage loses nothing. The draft is deleted when it is saved, or typed back to the stored values.
 */
import { useEffect, useRef } from "react"

/** Longest delay before a change is saved. Milliseconds. */
const SAVE_WITHIN = 1_000

interface Stored {
  readonly version: number
  readonly draft: unknown
}

const isStoredDraft = (value: unknown): value is Stored =>
  typeof value === "object" &&
  value !== null &&
  "draft" in value &&
  "version" in value &&
  Number.isInteger(value.version)

const withStorage = <A>(use: (storage: Storage) => A): A | undefined => {
  try {
    return use(localStorage)
  } catch {
    return undefined // the browser forbids storage; the form works without it
  }
}

const read = (key: string): Stored | undefined =>
  withStorage((storage) => {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? "null")
    return isStoredDraft(stored) ? stored : undefined
  })

interface Options<Draft> {
  /** Names the account and the form. */
  readonly key: string
  readonly draft: Draft
  /**
   * The stored version that the draft began from, saved with it so that an old draft cannot overwrite a newer profile.
   */
  readonly version: number
  readonly isChanged: boolean
  readonly decode: (stored: unknown) => Draft | undefined
  readonly onRestore: (draft: Draft, version: number) => void
}

export function useStoredDraft<Draft>({ decode, draft, isChanged, key, onRestore, version }: Options<Draft>) {
  const isRestored = useRef(false)
  const waiting = useRef<() => void>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    const stored = read(key)
    const restored = stored === undefined ? undefined : decode(stored.draft)
    if (stored !== undefined && restored !== undefined) onRestore(restored, stored.version)
    isRestored.current = true
  }, [key])

  useEffect(() => {
    if (!isRestored.current) return
    const save = () => {
      waiting.current = undefined
      withStorage((storage) =>
        isChanged ? storage.setItem(key, JSON.stringify({ version, draft })) : storage.removeItem(key)
      )
    }
    waiting.current = save
    const timer = setTimeout(save, SAVE_WITHIN)
    return () => clearTimeout(timer)
  }, [draft, isChanged, key, version])

  useEffect(() => {
    const saveNow = () => waiting.current?.()
    window.addEventListener("pagehide", saveNow)
    return () => {
      window.removeEventListener("pagehide", saveNow)
      saveNow()
    }
  }, [])
}
