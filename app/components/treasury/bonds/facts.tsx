import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { TimePair } from "~/components/base/parts/time-pair"
import { dayText } from "~/effects/treasury/bonds/codes"
import { MOST_COUNTED } from "~/effects/treasury/bonds/limits"
import { moneyText, partsText, timesUnits } from "~/effects/treasury/bonds/money"
import { statusText } from "~/effects/treasury/bonds/paymentWords"
import { counted } from "~/effects/treasury/bonds/unitWords"
import type { SeriesCard, SeriesRow, Terms } from "~/effects/treasury/bonds/views"
import { EVERY } from "~/effects/treasury/bonds/words"

export function Fact({ children, name }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

export const paysText = ({ couponEvery, couponRatePct, faceValue, symbol }: SeriesRow): string =>
  couponRatePct === null || couponEvery === null
    ? `${moneyText(faceValue)} ${symbol} at maturity`
    : `${couponRatePct} % a year, ${EVERY[couponEvery]}`

const count = (n: number) => moneyText(String(n))

const orderWords = (orders: number): string => {
  if (orders > MOST_COUNTED) return `more than ${count(MOST_COUNTED)} orders`
  return counted(orders, "order")
}

/** What a card says of a series. */
export function CardFacts({ now, series }: { readonly series: SeriesCard; readonly now: number }) {
  return (
    <dl className="facts">
      <Fact name="Price of one unit">
        {moneyText(series.issuePrice)} {series.symbol}
      </Fact>
      <Fact name="Pays">{paysText(series)}</Fact>
      <Fact name="Total return">{series.totalReturn}</Fact>
      <Fact name="Per year">{series.perYear}</Fact>
      <Fact name="Matures">
        <TimePair at={series.maturesAt} now={now} short />
      </Fact>
      <Fact name="Offered to">{series.audience === "public" ? "Everyone" : "Members"}</Fact>
    </dl>
  )
}

/** The term sheet in full. */
export function TermFacts({
  holders = null,
  now,
  proposalHref,
  series
}: {
  readonly series: Terms
  readonly now: number
  readonly holders?: number | null
  /** Where its vote is read, by number. */
  readonly proposalHref: string | null
}) {
  const { bondResource, issueTxId, maxPerBuyer, minPerBuyer, minRaiseUnits, orders, sold, units } = series
  return (
    <dl className="facts">
      <Fact name="Face value of one unit">
        {moneyText(series.faceValue)} {series.symbol} on <TimePair at={series.maturesAt} now={now} short />
      </Fact>
      {series.variant === "coupon" && <Fact name="Coupon">{paysText(series)}, by days</Fact>}
      <Fact name="On offer">
        {counted(units, "unit")}
        {minRaiseUnits > 0 && `, at least ${count(minRaiseUnits)}`}
      </Fact>
      <Fact name="Ordered so far">
        {counted(sold, "unit")} in {orderWords(orders)}
      </Fact>
      {holders !== null && series.settledUnits > 0 && <Fact name="Held by">{counted(holders, "account")}</Fact>}
      <Fact name="One buyer may order">
        {count(minPerBuyer)} to {count(maxPerBuyer)} units
      </Fact>
      <Fact name="Offered to">{series.audience === "public" ? "Everyone" : "Members"}</Fact>
      <Fact name="Sale">
        <TimePair at={series.saleOpensAt} now={now} short /> to <TimePair at={series.saleClosesAt} now={now} short />
      </Fact>
      <Fact name="Orders are swapped">
        {series.settleMode === "atClose" ? "after the close, by " : "as they come in, by "}
        <TimePair at={series.settleBy} now={now} short />
      </Fact>
      {series.decidedIn !== null && proposalHref !== null && (
        <Fact name="Decided in">
          <Link to={proposalHref}>Proposal {series.decidedIn}</Link>
        </Fact>
      )}
      {bondResource !== null && (
        <Fact name="Units on the ledger">
          <LedgerAddress kind="resource" address={bondResource} />
        </Fact>
      )}
      {issueTxId !== null && (
        <Fact name="Issued in">
          <LedgerAddress kind="transaction" address={issueTxId} />
        </Fact>
      )}
      {series.termsDigest !== null && (
        <Fact name="SHA-256 of the terms">
          <span className="digest" title={series.termsDigest}>
            {series.termsDigest.slice(0, 8)}…{series.termsDigest.slice(-8)}
          </span>
        </Fact>
      )}
    </dl>
  )
}

/** The payment calendar: for one unit, and for so many. */
export function Calendar({ series, units }: { readonly series: SeriesCard; readonly units: number }) {
  const perUnits = series.payments.map(({ perUnit }) => perUnit)
  const one = partsText(perUnits)
  const all = partsText(perUnits.map((perUnit) => timesUnits(perUnit, units)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls inside its own box, which the keyboard must reach
    <section className="scroll" tabIndex={0} aria-label="Dates and amounts">
      <table className="table payments">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">What</th>
            <th scope="col">State</th>
            <th scope="col" className="num">
              One unit
            </th>
            <th scope="col" className="num">
              {counted(units, "unit")}
            </th>
          </tr>
        </thead>
        <tbody>
          {series.payments.map((payment, index) => (
            <PaymentRow
              key={`${payment.kind}${payment.dueAt}`}
              payment={payment}
              isDropped={series.state === "cancelled"}
            >
              <td className="num" data-label="a unit">
                {one.parts[index]}
              </td>
              <td className="num" data-label={counted(units, "unit")}>
                {all.parts[index]}
              </td>
            </PaymentRow>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              In all, {series.symbol}
            </th>
            <td className="num" data-label="a unit">
              {one.whole}
            </td>
            <td className="num" data-label={counted(units, "unit")}>
              {all.whole}
            </td>
          </tr>
        </tfoot>
      </table>
      {(one.isRounded || all.isRounded) && (
        <p className="small muted">Rounded to four decimals, so that each column adds up. What is paid is exact.</p>
      )}
    </section>
  )
}

interface PaymentRowProps {
  readonly payment: SeriesCard["payments"][number]
  /** The series was cancelled: none of it is paid. */
  readonly isDropped: boolean
  /** The cells with its amounts. */
  readonly children: ReactNode
}

function PaymentRow({
  children,
  isDropped,
  payment: { days, daysLate, dueAt, kind, paidAt, status }
}: PaymentRowProps) {
  return (
    <tr>
      <td className="nowrap">
        <time dateTime={new Date(dueAt).toISOString()}>{dayText(dueAt)}</time>
      </td>
      <td>{kind === "coupon" ? `Coupon, ${days} d` : "Face value"}</td>
      <td>
        {isDropped ? "dropped" : statusText({ daysLate, status })}
        {paidAt !== null && (
          <>
            {", "}
            <time className="nowrap" dateTime={new Date(paidAt).toISOString()}>
              {dayText(paidAt)}
            </time>
          </>
        )}
      </td>
      {children}
    </tr>
  )
}
