import type { ReactNode } from "react"
import { useFresh } from "~/components/base/site/use-fresh"
import { Notice } from "./notice"

const ASK_AGAIN_MS = 10_000

const SILENT = "The ledger's gateway is not responding."
export const SILENT_LEDGER = `${SILENT} Try again in a minute.`

/**
 * Shown if the ledger's gateway does not respond; the children say what the page leaves out. The page polls until the
 * gateway responds.
 */
export function SilentLedger({ children }: { readonly children: ReactNode }) {
  useFresh(true, ASK_AGAIN_MS)
  return (
    <Notice tone="warn">
      <p>
        {SILENT_LEDGER} {children}
      </p>
    </Notice>
  )
}

/** For a transaction that the page already tracks. */
export const SilentMeanwhile = () => <p className="muted">{SILENT} This page keeps trying.</p>
