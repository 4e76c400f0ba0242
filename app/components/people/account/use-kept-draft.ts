/**
 * Keeps what is typed in an edit form on this device (D-09): a reload, the Back button, a session that ended or a server
 * that is down loses nothing. Gone as soon as it is saved, or typed back to what is stored.
 */
import { useEffect, useRef } from "react"

/** A change waits at most this long. Milliseconds. */
const SAVE_WITHIN = 1_000

interface Kept {
  readonly version: number
  readonly draft: unknown
}

const isKept = (value: unknown): value is Kept =>
  typeof value === "object" &&
  value !== null &&
  "draft" in value &&
  "version" in value &&
  Number.isInteger(value.version)

const withStorage = <A>(use: (storage: Storage) => A): A | undefined => {
  try {
    return use(localStorage)
  } catch {
    return undefined // A browser that keeps nothing for us. The form works all the same.
  }
}

const read = (key: string): Kept | undefined =>
  withStorage((storage) => {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? "null")
    return isKept(kept) ? kept : undefined
  })

interface Options<Draft> {
  /** Names the account and the form. */
  readonly key: string
  readonly draft: Draft
  /** The stored version the draft began from: kept with it, so that an old draft cannot overwrite a newer profile. */
  readonly version: number
  readonly isChanged: boolean
  readonly decode: (kept: unknown) => Draft | undefined
  readonly onRestore: (draft: Draft, version: number) => void
}

export function useKeptDraft<Draft>({ decode, draft, isChanged, key, onRestore, version }: Options<Draft>) {
  const isRestored = useRef(false)
  const waiting = useRef<() => void>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    const kept = read(key)
    const restored = kept === undefined ? undefined : decode(kept.draft)
    if (kept !== undefined && restored !== undefined) onRestore(restored, kept.version)
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
