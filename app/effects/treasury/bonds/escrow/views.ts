/** Types of bond escrow on pages. Isomorphic. */
import type { StepView } from "~/effects/chain/prepared-transactions/Step"
import type { EscrowView } from "~/effects/treasury/relayer/EscrowView"
import type { Direction } from "../Order"
import type { BondEscrow } from "./BondEscrow"

export interface BondEscrowView
  extends Pick<
    BondEscrow,
    | "state"
    | "kept"
    | "batches"
    | "orders"
    | "parked"
    | "total"
    | "fees"
    | "handed"
    | "spent"
    | "returned"
    | "returnedFees"
    | "problem"
    | "nextAt"
  > {
  /** Null before it is on the ledger. */
  readonly escrow: EscrowView | null
}

/** For treasury holders. */
export interface EscrowPanel {
  readonly direction: Direction
  readonly parking: BondEscrowView | null
  /** The transaction that a wallet is asked for: to fund it or to withdraw. */
  readonly step: StepView | null
  /** What can be put in escrow now; null if nothing can. `total` is for `units`, with XRD for fees. */
  readonly offer: { readonly units: number; readonly total: string; readonly fees: string } | null
}
