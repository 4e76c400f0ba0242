import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { EscrowSummary } from "~/effects/treasury/escrow/EscrowView"
import { escrowText, type OfSeries } from "./escrow-messages"

/** How much has been settled, what it cost, and what the escrow account holds. */
export function EscrowFigures({ isSale, escrow, series }: OfSeries & { readonly escrow: EscrowSummary }) {
  const { account } = escrow
  return (
    <dl className="facts">
      <div>
        <dt>{isSale ? "Given to buyers" : "Paid to holders"}</dt>
        <dd>
          {escrowText({ isSale, series }, escrow.paid)} of {escrowText({ isSale, series }, escrow.total)}
        </dd>
      </div>
      <div>
        <dt>Settled by the site</dt>
        <dd>
          {counted(escrow.orders, isSale ? "order" : "request")} in {escrow.batches}{" "}
          {escrow.batches === 1 ? "batch" : "batches"}
        </dd>
      </div>
      <div>
        <dt>Cost so far</dt>
        <dd>
          {moneyText(escrow.spent)} XRD
          {account === null || account.held === null ? "" : `; ${moneyText(account.held.xrd)} left in escrow for fees`}
        </dd>
      </div>
      {account !== null && account.held !== null && (
        <div>
          <dt>In the escrow account</dt>
          <dd>
            {escrowText({ isSale, series }, account.held.token)}
            {!account.held.time.isFresh && `, at ${inUtc("moment", Date.parse(account.held.time.at))} UTC`}
          </dd>
        </div>
      )}
      {escrow.address !== null && (
        <div>
          <dt>Escrow account</dt>
          <dd>
            <LedgerAddress kind="account" address={escrow.address} />
          </dd>
        </div>
      )}
    </dl>
  )
}
