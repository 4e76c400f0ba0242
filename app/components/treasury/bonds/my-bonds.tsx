import { Link } from "@remix-run/react"
import { PaidBars } from "~/components/base/charts/paid-bars"
import { Block } from "~/components/base/parts/block"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { NothingHere } from "~/components/base/parts/nothing-here"
import { dayText } from "~/effects/treasury/bonds/codes"
import { moneyText, sumOf } from "~/effects/treasury/bonds/money"
import type { HoldingView, MyBondsPage } from "~/effects/treasury/bonds/views"
import { BondCode } from "./bond-code"
import { Redeem } from "./redeem"
import { LateNotice } from "./series-notices"
import { SeriesState } from "./series-state"

export function MyBonds({ page }: { readonly page: MyBondsPage }) {
  const { communityId, holdings, now, openSales, time } = page
  if (holdings.length === 0) {
    return (
      <NothingHere title="My bonds">
        <p>You hold no bonds of this community.</p>
        {openSales.map(({ code, name }) => (
          <p key={code}>
            <Link to={`../bondissued?series=${code}`} relative="path">
              <BondCode code={code} />, {name}: sale open
            </Link>
          </p>
        ))}
      </NothingHere>
    )
  }
  return (
    <div className="stack" data-gap="l">
      <Block
        id="mine"
        title="My bonds"
        more={
          <span className="row small">
            <Link to="../bondrecipt" relative="path">
              Receipts
            </Link>
            <a href={`/api/bonds/${communityId}/mine.ics`} download>
              Calendar
            </a>
            <a href={`/api/bonds/${communityId}/mine.csv`} download>
              CSV
            </a>
          </span>
        }
      >
        <div className="stack">
          {holdings.map((holding) => (
            <LateNotice key={holding.series.id} series={holding.series} now={now} isNamed />
          ))}
          <Holdings holdings={holdings} now={now} />
          <Bars holdings={holdings} />
          <p className="small muted">Test network. Tokens here have no value.</p>
          {time !== null && <LedgerTime time={time} />}
        </div>
      </Block>
      {holdings.map((holding) => (
        <Redeem key={holding.series.id} holding={holding} communityId={communityId} now={now} />
      ))}
    </div>
  )
}

/** Of each currency, what all holdings in it come to: sums over different ones would mean nothing. */
const totalsOf = (holdings: ReadonlyArray<HoldingView>) =>
  [...new Set(holdings.map(({ series }) => series.symbol))].map((symbol) => {
    const own = holdings.filter(({ series }) => series.symbol === symbol)
    const sum = (pick: (holding: HoldingView) => string) => `${moneyText(sumOf(own.map(pick)))} ${symbol}`
    return {
      symbol,
      paid: sum(({ paid }) => paid),
      received: sum(({ received }) => received),
      atMaturity: sum(({ atMaturity }) => atMaturity)
    }
  })

function Holdings({ holdings, now }: { readonly holdings: ReadonlyArray<HoldingView>; readonly now: number }) {
  const totals = totalsOf(holdings)
  return (
    <table className="table" data-cards>
      <thead>
        <tr>
          <th scope="col">Series</th>
          <th scope="col">State</th>
          <th scope="col" className="num">
            Units held
          </th>
          <th scope="col" className="num">
            Bought here
          </th>
          <th scope="col" className="num">
            Paid
          </th>
          <th scope="col" className="num">
            Received
          </th>
          <th scope="col">Next payment</th>
          <th scope="col" className="num">
            At maturity
          </th>
        </tr>
      </thead>
      <tbody>
        {holdings.map(({ atMaturity, bought, held, next, paid, received, series }) => (
          <tr key={series.id}>
            <th scope="row" data-head>
              <Link to={`../bondissued?series=${series.code}`} relative="path">
                <BondCode code={series.code} />
              </Link>
            </th>
            <td data-label="State" data-beside>
              <SeriesState series={series} now={now} />
            </td>
            <td className="num" data-label="Units held">
              {held === null ? "not known now" : moneyText(held)}
              {held !== null && Number(held) > bought && (
                <span className="small muted"> {Number(held) - bought} not bought here</span>
              )}
            </td>
            <td className="num" data-label="Bought here">
              {moneyText(String(bought))}
            </td>
            <td className="num" data-label="Paid">
              {moneyText(paid)} {series.symbol}
            </td>
            <td className="num" data-label="Received">
              {moneyText(received)} {series.symbol}
            </td>
            <td data-label="Next payment">
              {next === null ? "–" : `${moneyText(next.amount)} ${series.symbol}, ${dayText(next.dueAt)}`}
            </td>
            <td className="num" data-label="At maturity">
              {moneyText(atMaturity)} {series.symbol}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {totals.map(({ atMaturity, paid, received, symbol }) => (
          <tr key={symbol}>
            <th scope="row" colSpan={4} data-head>
              In all, {symbol}
            </th>
            <td className="num" data-label="Paid">
              {paid}
            </td>
            <td className="num" data-label="Received">
              {received}
            </td>
            <td aria-hidden="true" />
            <td className="num" data-label="At maturity">
              {atMaturity}
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

function Bars({ holdings }: { readonly holdings: ReadonlyArray<HoldingView> }) {
  const [first] = holdings
  // Sums over different currencies would mean nothing.
  if (first === undefined || holdings.some(({ series }) => series.symbol !== first.series.symbol)) return null
  const sum = (pick: (holding: HoldingView) => string) => moneyText(sumOf(holdings.map(pick)))
  return (
    <PaidBars
      name="Paid out to me and to come"
      says={`${sum(({ received }) => received)} ${first.series.symbol} received, ${sum(({ toCome }) => toCome)} to come.`}
      totals={{ paid: sum(({ received }) => received), toCome: sum(({ toCome }) => toCome) }}
      rows={holdings.map(({ next, received, series, toCome }) => ({
        name: series.code,
        paid: Number(received),
        toCome: Number(toCome),
        paidText: `${moneyText(received)} ${series.symbol}`,
        toComeText: `${moneyText(toCome)} ${series.symbol}`,
        next: next === null ? "" : `Next: ${dayText(next.dueAt)}`
      }))}
    />
  )
}
