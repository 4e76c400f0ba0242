/** Types of bond escrow on pages. Isomorphic. */
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import type { Direction } from "../Order"

/** For treasury holders. */
export interface EscrowPanel {
  readonly direction: Direction
  readonly escrow: EscrowSummary | null
  /** The transaction that a wallet is asked for: to fund it or to withdraw. */
  readonly step: StepView | null
  /** What can be put in escrow now; null if nothing can. `total` is for `units`, with XRD for fees. */
  readonly offer: { readonly units: number; readonly total: string; readonly fees: string } | null
}
