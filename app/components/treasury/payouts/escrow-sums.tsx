import { counted } from "~/effects/base/text/counted"
import type { PayoutEscrowView, RunPage } from "~/effects/treasury/payouts/views"
import { EscrowTable } from "./escrow-table"

/** Where the money in escrow for a payout went. */
export function EscrowSums({ page: { run }, parking }: { readonly page: RunPage; readonly parking: PayoutEscrowView }) {
  const { batches, digest, escrow, fees, paid, parked, returned, returnedFees, spent, state } = parking
  if (parked === null || escrow === null) return null
  return (
    <EscrowTable
      id="parked-sums"
      title="Where the money went"
      symbol={run.symbol}
      lines={[
        [`Paid or left to claim, ${counted(batches, "batch", "batches")}`, paid, "0"],
        ["Fees of the relayer's transactions", "0", spent],
        ["Returned to the treasury", returned, returnedFees]
      ]}
      escrow={escrow}
      isEnded={state === "ended"}
      total={parking.total}
      fees={fees}
      parked={parked}
      digest={digest}
      codeOf="the list"
    />
  )
}
