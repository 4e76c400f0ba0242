import { Link } from "@remix-run/react"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { useZone } from "~/components/base/parts/time-pair"
import { BondCode } from "~/components/treasury/bonds/bond-code"
import { grouped } from "~/effects/base/text/grouped"
import { momentIn } from "~/effects/base/text/moments"
import type { OwnHolding, OwnHoldings } from "~/effects/treasury/bonds/heldViews"
import { moneyText } from "~/effects/treasury/bonds/money"

const BONDS = "/userDashboard/bonds"

export interface HoldingsProps {
  readonly holdings: OwnHoldings
}

/** Units held by series, with the next payment of each. */
export function HoldingsBlock({ holdings: { hasMore, rows, time } }: HoldingsProps) {
  if (rows.length === 0 && time !== null) return null
  return (
    <section className="block" aria-labelledby="holdings">
      <div className="block__head">
        <h2 id="holdings" className="h3">
          Holdings
        </h2>
        <Link to={BONDS}>My bonds</Link>
      </div>
      <div className="stack" data-gap="s">
        {time === null && <p>Can't reach the ledger, so your holdings can't be shown right now.</p>}
        {rows.length > 0 && (
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Series</th>
                <th scope="col" className="num">
                  Units
                </th>
                <th scope="col" className="num">
                  Next payment
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </tbody>
          </table>
        )}
        {hasMore && (
          <p>
            <Link to={BONDS}>All of your bonds</Link>
          </p>
        )}
        {time !== null && rows.length > 0 && <LedgerTime time={time} />}
      </div>
    </section>
  )
}

function Row({ row: { code, id, mayRedeem, next, symbol, units } }: { readonly row: OwnHolding }) {
  const zone = useZone()
  const { amount, dueAt, isDue, kind } = next
  return (
    <tr>
      <th scope="row">
        <Link to={`${BONDS}#${id}`}>
          <BondCode code={code} />
        </Link>
      </th>
      <td className="num">{units === null ? <span className="muted">unknown</span> : grouped(units)}</td>
      <td className="num">
        {moneyText(amount)} {symbol}
        {units === null && " a unit"}
        <br />
        {mayRedeem ? (
          <Link to={`${BONDS}#${id}`} aria-label={`Redeem ${code} now`}>
            Redeem now
          </Link>
        ) : kind === "collateral" ? (
          <Link to={`${BONDS}#${id}`} aria-label={`Take the collateral of ${code}`}>
            Take the collateral
          </Link>
        ) : (
          <span className="muted">
            {isDue && "was due "}
            <time dateTime={new Date(dueAt).toISOString()}>{momentIn("day", dueAt, zone)}</time>
          </span>
        )}
      </td>
    </tr>
  )
}
