/** What pages show of parked bonds. Isomorphic. */
import type { StepView } from "~/effects/chain/ledger-steps/Step"
import type { EscrowView } from "~/effects/treasury/settler/EscrowView"
import type { Direction } from "../Order"
import type { BondParking } from "./BondParking"

export interface BondParkingView
  extends Pick<
    BondParking,
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

/** For who holds the treasury. */
export interface ParkedPanel {
  readonly direction: Direction
  readonly parking: BondParkingView | null
  /** What a wallet is asked for: parking, or taking back. */
  readonly step: StepView | null
  /** What could be parked now; null where nothing can. `total` of `units`, with XRD for fees. */
  readonly offer: { readonly units: number; readonly total: string; readonly fees: string } | null
}
