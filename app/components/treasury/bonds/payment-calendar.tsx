import type { ReactNode } from "react"
import { UtcTime } from "~/components/base/parts/time-pair"
import { counted } from "~/effects/base/text/counted"
import { dayText } from "~/effects/treasury/bonds/codes"
import { partsText, timesUnits } from "~/effects/treasury/bonds/money"
import { statusText } from "~/effects/treasury/bonds/paymentWords"
import type { SeriesCard } from "~/effects/treasury/bonds/views"

type Props = { readonly series: SeriesCard; readonly units: number; readonly now: number }

/** The payment calendar, for one unit and for a number of units. */
export function Calendar({ now, series, units }: Props) {
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
              now={now}
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
              Total, {series.symbol}
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
        <p className="small muted">
          Amounts are rounded to four decimals, so a total may differ in the last one. Payments are exact.
        </p>
      )}
    </section>
  )
}

interface PaymentRowProps {
  readonly now: number
  readonly payment: SeriesCard["payments"][number]
  /** The series was cancelled, so this payment is not made. */
  readonly isDropped: boolean
  /** The cells with the amounts. */
  readonly children: ReactNode
}

function PaymentRow({
  children,
  isDropped,
  now,
  payment: { days, daysLate, dueAt, kind, paidAt, status }
}: PaymentRowProps) {
  return (
    <tr>
      <td>
        <UtcTime at={dueAt} />
      </td>
      <td>{kind === "coupon" ? `Coupon, ${days} days` : "Face value"}</td>
      <td>
        {isDropped ? "cancelled" : statusText({ daysLate, dueAt, status }, now)}
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
