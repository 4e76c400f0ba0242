import { counted } from "~/effects/base/text/counted"
import type { ParkingView, RunPage } from "~/effects/treasury/distributions/views"
import { ParkedTable } from "./parked-table"

/** Where the money in escrow for a payout went. */
export function ParkedSums({ page: { run }, parking }: { readonly page: RunPage; readonly parking: ParkingView }) {
  const { batches, digest, escrow, fees, paid, parked, returned, returnedFees, spent, state } = parking
  if (parked === null || escrow === null) return null
  return (
    <ParkedTable
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
