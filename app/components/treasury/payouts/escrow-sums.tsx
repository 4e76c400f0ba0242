import { counted } from "~/effects/base/text/counted"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import type { RunPage } from "~/effects/treasury/payouts/views"
import { EscrowTable } from "./escrow-table"

/** Where the money in escrow for a payout went. */
export function EscrowSums({ page: { run }, escrow }: { readonly page: RunPage; readonly escrow: EscrowSummary }) {
  const { account, address, batches, digest, fees, paid, returned, returnedFees, spent, state } = escrow
  if (address === null || account === null) return null
  return (
    <EscrowTable
      id="escrow-sums"
      title="Where the money went"
      symbol={run.symbol}
      lines={[
        [`Paid or left to claim, ${counted(batches, "batch", "batches")}`, paid, "0"],
        ["Fees of the relayer's transactions", "0", spent],
        ["Returned to the treasury", returned, returnedFees]
      ]}
      escrow={account}
      isEnded={state === "ended"}
      total={escrow.total}
      fees={fees}
      address={address}
      digest={digest}
      codeOf="the list"
    />
  )
}
