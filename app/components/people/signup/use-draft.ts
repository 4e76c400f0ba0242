/**
 * Saves the wizard's draft on this device while a person fills it in. A change is saved within `SAVE_WITHIN_MS`, and
 * when the page is left.
 */
import { useCallback, useEffect, useRef, useState } from "react"
import {
  type DraftStatus,
  decodeDraft,
  draftKey,
  encodeDraft,
  SAVE_WITHIN_MS,
  type StoredWizardDraft
} from "~/effects/people/signup/draft"
import type { WizardState } from "~/effects/people/signup/wizard"

/** The draft stored for this account; undefined if the browser forbids storage. */
export const readDraft = (address: string): StoredWizardDraft | undefined => {
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
    return { state: "failed", reason: isFull ? "this browser has no room left" : "this browser doesn't allow storage" }
  }
}

/** The parts of the wizard's state that a draft consists of. */
const partsOf = ({ newletterOpted, profile, sameAsWallet, work }: WizardState) => [
  profile,
  sameAsWallet,
  work.entries,
  newletterOpted
]

export function useDraft(address: string, state: WizardState) {
  const [status, setStatus] = useState<DraftStatus>({ state: "unchanged" })
  const stored = useRef(partsOf(state))
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
    if (isOver.current || parts.every((part, index) => part === stored.current[index])) return
    stored.current = parts
    // The first change starts the timer; later ones only replace what it will save.
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

  /** Deletes the draft once the person has signed up. */
  const forget = () => {
    isOver.current = true
    if (waiting.current !== undefined) clearTimeout(waiting.current.timer)
    waiting.current = undefined
    try {
      localStorage.removeItem(draftKey(address))
    } catch {
      // a browser that forbids storage has no draft
    }
  }
  return { status, forget }
}
