/**
 * Keeps the wizard on this device while a person fills it in (R-S1, D-09). A change waits at most `SAVE_WITHIN_MS`, and
 * leaving the page saves at once.
 */
import { useCallback, useEffect, useRef, useState } from "react"
import {
  type DraftStatus,
  decodeDraft,
  draftKey,
  encodeDraft,
  type KeptDraft,
  SAVE_WITHIN_MS
} from "~/effects/people/signup/draft"
import type { WizardState } from "~/effects/people/signup/wizard"

/** What was kept for this account; a browser that forbids storage has nothing. */
export const readDraft = (address: string): KeptDraft | undefined => {
  try {
    return decodeDraft(localStorage.getItem(draftKey(address)), address)
  } catch {
    return undefined
  }
}

const write = (address: string, state: WizardState): DraftStatus => {
  const at = Date.now()
  try {
    localStorage.setItem(draftKey(address), encodeDraft(state, address, at))
    return { state: "saved", at }
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError"
    return { state: "failed", reason: isFull ? "this browser has no room left" : "this browser keeps nothing for us" }
  }
}

/** The parts of the wizard a draft is made of. */
const partsOf = ({ newletterOpted, profile, sameAsWallet, work }: WizardState) => [
  profile,
  sameAsWallet,
  work.entries,
  newletterOpted
]

export function useDraft(address: string, state: WizardState) {
  const [status, setStatus] = useState<DraftStatus>({ state: "unchanged" })
  const kept = useRef(partsOf(state))
  const waiting = useRef<{ state: WizardState; timer: ReturnType<typeof setTimeout> }>()
  const isOver = useRef(false)

  const save = useCallback(() => {
    if (waiting.current === undefined) return
    clearTimeout(waiting.current.timer)
    const next = write(address, waiting.current.state)
    waiting.current = undefined
    setStatus(next)
  }, [address])

  useEffect(() => {
    const parts = partsOf(state)
    if (isOver.current || parts.every((part, index) => part === kept.current[index])) return
    kept.current = parts
    // The first change starts the clock; later ones only replace what will be saved.
    waiting.current = { state, timer: waiting.current?.timer ?? setTimeout(save, SAVE_WITHIN_MS) }
    setStatus({ state: "saving" })
  }, [state, save])

  useEffect(() => {
    window.addEventListener("pagehide", save)
    return () => {
      window.removeEventListener("pagehide", save)
      save()
    }
  }, [save])

  /** After signing up there is nothing left to keep. */
  const forget = () => {
    isOver.current = true
    if (waiting.current !== undefined) clearTimeout(waiting.current.timer)
    waiting.current = undefined
    try {
      localStorage.removeItem(draftKey(address))
    } catch {
      // a browser that forbids storage kept nothing
    }
  }
  return { status, forget }
}
