import { MaturityTimeline } from "~/components/base/charts/maturity-timeline"
import { dayInWords } from "~/components/base/parts/day"
import type { SeriesCard } from "~/effects/treasury/bonds/views"
import { STATES } from "~/effects/treasury/bonds/words"

const day = (at: number) => dayInWords(new Date(at).toISOString().slice(0, 10))

/** Timeline until the last payment, with one lane for each series. */
export function SeriesTimeline({ cards, now }: { readonly cards: ReadonlyArray<SeriesCard>; readonly now: number }) {
  const shown = cards.filter(({ group }) => group !== "finished")
  if (shown.length === 0) return null
  const next = shown
    .flatMap((series) => series.payments.map((payment) => ({ ...payment, code: series.code })))
    .filter(({ dueAt, status }) => status !== "paid" && dueAt > now)
    .sort((one, other) => one.dueAt - other.dueAt)[0]
  return (
    <MaturityTimeline
      now={now}
      name={`${shown.length} series and when they mature`}
      says={
        next === undefined
          ? "No more payments are due."
          : `The next payment is the ${next.kind === "coupon" ? "coupon" : "maturity"} of ${next.code} on ${day(next.dueAt)}.`
      }
      lanes={shown.map(({ code, maturesAt, name, payments, saleClosesAt, saleOpensAt }) => ({
        code,
        title: name,
        sale: [saleOpensAt, saleClosesAt] as const,
        runsFrom: saleClosesAt,
        coupons: payments.filter(({ kind }) => kind === "coupon").map(({ dueAt }) => dueAt),
        maturity: maturesAt
      }))}
      table={{
        caption: "When it is paid back",
        columns: ["Series", "State", "Sale ends", "Matures"],
        rows: shown.map(({ code, maturesAt, saleClosesAt, state }) => [
          code,
          STATES[state],
          day(saleClosesAt),
          day(maturesAt)
        ])
      }}
    />
  )
}
