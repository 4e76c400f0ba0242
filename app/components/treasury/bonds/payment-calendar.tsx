import type { ReactNode } from "react"
import { UtcTime } from "~/components/base/parts/time-pair"
import { dayText } from "~/effects/treasury/bonds/codes"
import { partsText, timesUnits } from "~/effects/treasury/bonds/money"
import { statusText } from "~/effects/treasury/bonds/paymentWords"
import { counted } from "~/effects/treasury/bonds/unitWords"
import type { SeriesCard } from "~/effects/treasury/bonds/views"

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
        <p className="small muted">
          Rounded to four decimals each, so that a sum may differ in the last one. What is paid is exact.
        </p>
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
      <td>
        <UtcTime at={dueAt} />
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
