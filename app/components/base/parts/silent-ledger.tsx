import type { ReactNode } from "react"
import { useFresh } from "~/components/base/site/use-fresh"
import { Notice } from "./notice"

const ASK_AGAIN_MS = 10_000

/**
 * Shown if the ledger gateway does not respond: what the page leaves out. The page polls until the gateway responds.
 */
export function SilentLedger({ children }: { readonly children: ReactNode }) {
  useFresh(true, ASK_AGAIN_MS)
  return (
    <Notice tone="warn">
      <p>{children}</p>
    </Notice>
  )
}
