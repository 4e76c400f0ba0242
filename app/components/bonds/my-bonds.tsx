import { Link } from "@remix-run/react"
import { daysSince, dayText } from "~/effects/bonds/codes"
import { moneyText } from "~/effects/bonds/money"
import type { HoldingView, MyBondsPage } from "~/effects/bonds/views"
import { PaidBars } from "../charts/paid-bars"
import { Block } from "../inside/block"
import { NothingHere } from "../inside/nothing-here"
import { LedgerTime } from "../ledger-time"
import { Notice } from "../notice"
import { TimePair } from "../time-pair"
import { PracticeWalletButton } from "../wallet/practice-wallet-button"
import { useWalletNow } from "../wallet/use-wallet"
import { SeriesState } from "./series-state"
import { usePreAuthorization } from "./use-pre-authorization"

export function MyBonds({ page }: { readonly page: MyBondsPage }) {
  const { communityId, holdings, now, openSales, time } = page
  if (holdings.length === 0) {
    return (
      <NothingHere title="My bonds">
        <p>You hold no bonds of this community.</p>
        {openSales.map(({ code, name }) => (
          <p key={code}>
            <Link to={`../bondissued?series=${code}`} relative="path">
              {code}, {name}: sale open
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
            <a href={`/api/bonds/${communityId}/mine.ics`} download>
              Calendar
            </a>
            <a href={`/api/bonds/${communityId}/mine.csv`} download>
              CSV
            </a>
          </span>
        }
      >
        {holdings.map((holding) => (
          <Late key={holding.series.id} holding={holding} now={now} />
        ))}
        <Holdings holdings={holdings} now={now} />
        <Bars holdings={holdings} />
        <p className="small muted">Test network. Tokens here have no value.</p>
        {time !== null && <LedgerTime time={time} />}
      </Block>
      {holdings
        .filter(({ mayRedeem }) => mayRedeem)
        .map((holding) => (
          <Redeem key={holding.series.id} holding={holding} communityId={communityId} />
        ))}
    </div>
  )
}

function Late({ holding: { series }, now }: { readonly holding: HoldingView; readonly now: number }) {
  const { lateSince, state } = series
  if (state !== "overdue" || lateSince === null) return null
  return (
    <Notice tone="bad">
      <p>
        {series.code}: payment of {dayText(lateSince)} is {daysSince(lateSince, now)} days late. What this means:{" "}
        <Link to="/resources/bonds-plain#risk">late payments</Link>
      </p>
    </Notice>
  )
}

function Holdings({ holdings, now }: { readonly holdings: ReadonlyArray<HoldingView>; readonly now: number }) {
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
            To come
          </th>
        </tr>
      </thead>
      <tbody>
        {holdings.map(({ bought, held, next, paid, received, series, toCome }) => (
          <tr key={series.id}>
            <th scope="row" data-head>
              <Link to={`../bondissued?series=${series.code}`} relative="path">
                {series.code}
              </Link>
            </th>
            <td data-label="State" data-beside>
              <SeriesState series={series} now={now} />
            </td>
            <td className="num" data-label="Units held">
              {held === null ? "not known now" : held}
              {held !== null && Number(held) > bought && (
                <span className="small muted"> {Number(held) - bought} not bought here</span>
              )}
            </td>
            <td className="num" data-label="Bought here">
              {bought}
            </td>
            <td className="num" data-label="Paid">
              {moneyText(paid)} {series.symbol}
            </td>
            <td className="num" data-label="Received">
              {moneyText(received)} {series.symbol}
            </td>
            <td data-label="Next payment">{next === null ? "–" : <TimePair at={next.dueAt} now={now} short />}</td>
            <td className="num" data-label="To come">
              {moneyText(toCome)} {series.symbol}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Bars({ holdings }: { readonly holdings: ReadonlyArray<HoldingView> }) {
  const [first] = holdings
  // Sums over different currencies would mean nothing.
  if (first === undefined || holdings.some(({ series }) => series.symbol !== first.series.symbol)) return null
  const sum = (pick: (holding: HoldingView) => string) =>
    moneyText(String(holdings.reduce((all, holding) => all + Number(pick(holding)), 0)))
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

/** Units for their face value: the holder's half of the swap. */
function Redeem({
  communityId,
  holding: { held, orders, series }
}: {
  readonly holding: HoldingView
  readonly communityId: string
}) {
  useWalletNow()
  const { isBusy, start, state } = usePreAuthorization(`/api/bonds/${communityId}/orders`, "orderId")
  const waiting = orders
    .filter(({ direction, state }) => direction === "redeem" && (state === "signed" || state === "settling"))
    .reduce((sum, { units }) => sum + units, 0)
  const units = Number(held ?? 0) - waiting
  return (
    <Block id={`redeem-${series.code}`} title={`Redeem ${series.code}`}>
      <div className="stack">
        <p>
          {series.code} has matured. You give {units} units and get {moneyText(series.faceValue)} {series.symbol} for
          each, in one step, once the treasury has signed too.
        </p>
        <div>
          <button
            className="button"
            data-kind="primary"
            type="button"
            disabled={isBusy}
            onClick={() => void start({ series: series.id, direction: "redeem", units, hasRead: true })}
          >
            {isBusy ? "In your wallet…" : "Redeem all"}
          </button>
        </div>
        <div role="status">
          {state.status === "signing" && (
            <p>
              Your wallet has the request. <PracticeWalletButton />
            </p>
          )}
          {state.status === "refused" && (
            <Notice tone="bad">
              <p>{state.message}</p>
            </Notice>
          )}
        </div>
      </div>
    </Block>
  )
}
