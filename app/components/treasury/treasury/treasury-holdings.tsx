import { LedgerTime } from "~/components/base/parts/ledger-time"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { readable } from "~/effects/base/amounts/readable"
import type { ShownTreasury } from "~/effects/treasury/treasury/view"

/**
 * What the treasury holds, and the moment of the ledger it was read at. Draws nothing before the community is deployed.
 */
export function TreasuryHoldings({ shown }: { readonly shown: ShownTreasury }) {
  if (shown.state === "none") return null
  if (shown.state === "down") {
    return <SilentLedger>We cannot show what the treasury holds.</SilentLedger>
  }
  const { holdings, time } = shown
  return (
    <>
      {holdings.length === 0 ? (
        <p className="muted">The treasury is empty.</p>
      ) : (
        <dl className="facts">
          {holdings.map(({ amount, name, resource }) => (
            <div key={resource}>
              <dt>{name}</dt>
              <dd className="num">{readable(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      <LedgerTime time={time} />
    </>
  )
}
