import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { inUtc } from "~/effects/base/text/moments"
import type { BondEscrowView } from "~/effects/treasury/bonds/escrow/views"
import { moneyText } from "~/effects/treasury/bonds/money"
import { counted } from "~/effects/treasury/bonds/unitWords"
import { escrowText, type OfSeries } from "./escrow-messages"

/** How much has been settled, what it cost, and what the escrow account holds. */
export function EscrowFigures({ isSale, parking, series }: OfSeries & { readonly parking: BondEscrowView }) {
  const { escrow } = parking
  return (
    <dl className="facts">
      <div>
        <dt>{isSale ? "Given to buyers" : "Paid to holders"}</dt>
        <dd>
          {escrowText({ isSale, series }, parking.handed)} of {escrowText({ isSale, series }, parking.total)}
        </dd>
      </div>
      <div>
        <dt>Settled by the site</dt>
        <dd>
          {counted(parking.orders, isSale ? "order" : "request")} in {parking.batches}{" "}
          {parking.batches === 1 ? "batch" : "batches"}
        </dd>
      </div>
      <div>
        <dt>Cost so far</dt>
        <dd>
          {moneyText(parking.spent)} XRD
          {parking.escrow === null || parking.escrow.held === null
            ? ""
            : `; ${moneyText(parking.escrow.held.xrd)} left in escrow for fees`}
        </dd>
      </div>
      {escrow !== null && escrow.held !== null && (
        <div>
          <dt>In the escrow account</dt>
          <dd>
            {escrowText({ isSale, series }, escrow.held.token)}
            {!escrow.held.time.isFresh && `, at ${inUtc("moment", Date.parse(escrow.held.time.at))} UTC`}
          </dd>
        </div>
      )}
      {parking.parked !== null && (
        <div>
          <dt>Escrow account</dt>
          <dd>
            <LedgerAddress kind="account" address={parking.parked} />
          </dd>
        </div>
      )}
    </dl>
  )
}
