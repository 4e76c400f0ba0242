/** Page data of an escrow and of its account. Types only: pages load this file. */
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"
import type { Escrow } from "./Escrow"

export interface EscrowSummary
  extends Pick<
    Escrow,
    | "state"
    | "signerRule"
    | "address"
    | "digest"
    | "batches"
    | "orders"
    | "total"
    | "fees"
    | "paid"
    | "spent"
    | "returned"
    | "returnedFees"
    | "problem"
    | "nextAt"
    | "fundedAt"
    | "endedAt"
  > {
  readonly isPaused: boolean
  /** A transaction of the relayer is not confirmed yet. */
  readonly isUnderWay: boolean
  /** Null before it is on the ledger. */
  readonly account: EscrowView | null
}

export interface EscrowView {
  /** Balance on the ledger: the plan's token, and XRD for fees. Null if the ledger has never responded. */
  readonly held: { readonly token: AmountText; readonly xrd: AmountText; readonly time: LedgerTime } | null
  /** What should be there according to our records. */
  readonly left: { readonly token: AmountText; readonly xrd: AmountText }
  /** What is missing compared with our records; negative for a surplus. Null if both agree. */
  readonly missing: { readonly token: AmountText; readonly xrd: AmountText } | null
  /** A transaction of the site is not confirmed yet; it may explain what is missing. */
  readonly isUnderWay: boolean
  /** Withdrawals that this site did not make, oldest first. */
  readonly unknown: ReadonlyArray<{ readonly txId: string; readonly at: number; readonly amount: string }>
  /** The newest of them that nobody has looked at; payments are on hold meanwhile. */
  readonly haltedTx: string | null
  /** Withdrawals and refunds to the treasury, oldest first; without signers the relayer made it. */
  readonly returns: ReadonlyArray<{
    readonly txId: string
    readonly at: number
    readonly signers: ReadonlyArray<{ readonly account: AccountAddress; readonly name: string | null }>
  }>
}
