/** What pages show of an escrow account. Types only: pages load this file. */
import type { AmountText } from "~/effects/base/amounts/AmountText"
import type { LedgerTime } from "~/effects/chain/ledger/LedgerTime"

export interface EscrowView {
  /** Read from the ledger: of the plan's token, and XRD for fees. Null where the ledger does not answer and never did. */
  readonly held: { readonly token: AmountText; readonly xrd: AmountText; readonly time: LedgerTime } | null
  /** By our records, what should be there. */
  readonly left: { readonly token: AmountText; readonly xrd: AmountText }
  /** What lacks there beside our records, below zero what is there beyond them; null where nothing does. */
  readonly missing: { readonly token: AmountText; readonly xrd: AmountText } | null
  /** A transaction of the site is not checked yet: what it moved may be what lacks. */
  readonly isUnderWay: boolean
  /** Withdrawals that this site did not make, the oldest first. */
  readonly unknown: ReadonlyArray<{ readonly txId: string; readonly at: number; readonly amount: string }>
  /** The newest of them that nobody has looked at: nothing is paid meanwhile. */
  readonly haltedTx: string | null
  /** What brought something back to the treasury, the oldest first; without signers the relayer key did. */
  readonly returns: ReadonlyArray<{
    readonly txId: string
    readonly at: number
    readonly signers: ReadonlyArray<{ readonly account: string; readonly name: string | null }>
  }>
}
