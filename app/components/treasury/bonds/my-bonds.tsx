import { Link } from "@remix-run/react"
import { PaidBars } from "~/components/base/charts/paid-bars"
import { LedgerTime } from "~/components/base/parts/ledger-time"
import { NothingHere } from "~/components/base/parts/nothing-here"
import { RowMore } from "~/components/base/parts/row-more"
import { UtcTime } from "~/components/base/parts/time-pair"
import { columnUnit } from "~/components/base/text/column-unit"
import { dayText } from "~/effects/treasury/bonds/codes"
import type { HoldingView, MyBondsPage } from "~/effects/treasury/bonds/heldViews"
import { moneyText, sumOf } from "~/effects/treasury/bonds/money"
import { BondCode } from "./bond-code"
import { Redeem } from "./redeem"
import { LateNotice } from "./series-notices"
import { SeriesState } from "./series-state"

export function MyBonds({ page }: { readonly page: MyBondsPage }) {
  const { communityId, holdings, now, openSales, time } = page
  if (holdings.length === 0) {
    return (
      <NothingHere title="My bonds">
        <p>You don't own any bonds of this community.</p>
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
      <section aria-labelledby="mine">
        <div className="block__head">
          <h1 id="mine">My bonds</h1>
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
        </div>
        <div className="stack">
          {holdings.map((holding) => (
            <LateNotice key={holding.series.id} series={holding.series} now={now} isNamed />
          ))}
          <Holdings holdings={holdings} now={now} />
          <Bars holdings={holdings} />
          <p className="small muted">Test network. Tokens here have no value.</p>
          {time !== null && <LedgerTime time={time} />}
        </div>
      </section>
      {holdings.map((holding) => (
        <Redeem key={holding.series.id} holding={holding} communityId={communityId} now={now} />
      ))}
    </div>
  )
}

/** Totals for each currency, since amounts in different currencies cannot be added. */
const totalsOf = (holdings: ReadonlyArray<HoldingView>) =>
  [...new Set(holdings.map(({ series }) => series.symbol))].map((symbol) => {
    const own = holdings.filter(({ series }) => series.symbol === symbol)
    const sum = (pick: (holding: HoldingView) => string) => moneyText(sumOf(own.map(pick)))
    return {
      symbol,
      paid: sum(({ paid }) => paid),
      received: sum(({ received }) => received),
      atMaturity: sum(({ atMaturity }) => atMaturity)
    }
  })

function Holdings({ holdings, now }: { readonly holdings: ReadonlyArray<HoldingView>; readonly now: number }) {
  const totals = totalsOf(holdings)
  const unit = columnUnit(holdings.map(({ series }) => series.symbol))
  return (
    <div className="scroll">
      <table className="table" data-cards data-lines>
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col">State</th>
            <th scope="col" className="num" data-line="fact">
              Units held
            </th>
            <th scope="col" className="num">
              Bought here
            </th>
            <th scope="col" className="num">
              {unit.head("Paid")}
            </th>
            <th scope="col" className="num">
              {unit.head("Received")}
            </th>
            <th scope="col">{unit.head("Next payment")}</th>
            <th scope="col" className="num">
              {unit.head("At maturity")}
            </th>
          </tr>
        </thead>
        <tbody>
          {holdings.map((holding) => (
            <HoldingRow key={holding.series.id} holding={holding} unit={unit} now={now} />
          ))}
        </tbody>
        <tfoot>
          {totals.map(({ atMaturity, paid, received, symbol }) => (
            <tr key={symbol}>
              <th scope="row" colSpan={4} data-head>
                Total, {symbol}
              </th>
              <td className="num" data-label={unit.head("Paid")}>
                {unit.cell(paid, symbol)}
              </td>
              <td className="num" data-label={unit.head("Received")}>
                {unit.cell(received, symbol)}
              </td>
              <td aria-hidden="true" />
              <td className="num" data-label={unit.head("At maturity")}>
                {unit.cell(atMaturity, symbol)}
              </td>
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}

type RowProps = {
  readonly holding: HoldingView
  readonly unit: ReturnType<typeof columnUnit>
  readonly now: number
}

function HoldingRow({ holding, now, unit }: RowProps) {
  const { atMaturity, bought, held, next, paid, received, series } = holding
  return (
    <tr>
      <th scope="row">
        <Link to={`../bondissued?series=${series.code}`} relative="path">
          <BondCode code={series.code} />
        </Link>
        <RowMore what={series.code} />
      </th>
      <td data-label="State" data-line="rest">
        <SeriesState series={series} now={now} />
      </td>
      <td className="num" data-label="Units held" data-line="fact">
        {held === null ? "unknown right now" : moneyText(held)}
        {held !== null && Number(held) > bought && (
          <span className="small muted" data-line="rest">
            {" "}
            {Number(held) - bought} not bought here
          </span>
        )}
      </td>
      <td className="num" data-label="Bought here" data-line="rest">
        {moneyText(String(bought))}
      </td>
      <td className="num" data-label={unit.head("Paid")} data-line="rest">
        {unit.cell(moneyText(paid), series.symbol)}
      </td>
      <td className="num" data-label={unit.head("Received")} data-line="rest">
        {unit.cell(moneyText(received), series.symbol)}
      </td>
      <td data-label={unit.head("Next payment")} data-line="rest">
        {next === null ? (
          "–"
        ) : (
          <>
            {unit.cell(moneyText(next.amount), series.symbol)} on <UtcTime at={next.dueAt} />
          </>
        )}
      </td>
      <td className="num" data-label={unit.head("At maturity")} data-line="rest">
        {unit.cell(moneyText(atMaturity), series.symbol)}
      </td>
    </tr>
  )
}

function Bars({ holdings }: { readonly holdings: ReadonlyArray<HoldingView> }) {
  const [first] = holdings
  // Amounts in different currencies cannot be added.
  if (first === undefined || holdings.some(({ series }) => series.symbol !== first.series.symbol)) return null
  const sum = (pick: (holding: HoldingView) => string) => moneyText(sumOf(holdings.map(pick)))
  return (
    <PaidBars
      name="Paid out to me and still to come"
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
