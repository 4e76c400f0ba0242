import type { ReactNode } from "react"
import { useFresh } from "~/components/base/site/use-fresh"
import { Notice } from "./notice"

const ASK_AGAIN_MS = 10_000

/** The ledger gateway does not answer, and what the page goes without. It is asked for again until the gateway does. */
export function SilentLedger({ children }: { readonly children: ReactNode }) {
  useFresh(true, ASK_AGAIN_MS)
  return (
    <Notice tone="warn">
      <p>{children}</p>
    </Notice>
  )
}
