import { percent } from "~/components/base/charts/fills"
import { moneyText } from "~/effects/treasury/bonds/money"
import type { SeriesCard } from "~/effects/treasury/bonds/views"

/** Bar of a sale: units ordered, the minimum, all units. The numbers are next to it. */
export function SoldBar({ series: { minRaiseUnits, sold, units } }: { readonly series: SeriesCard }) {
  const share = (n: number) => (n * 100) / Math.max(1, units)
  const least = minRaiseUnits > 0 ? `, at least ${minRaiseUnits} needed` : ""
  return (
    <svg className="chart sold" height="54" role="img" aria-label={`${sold} of ${units} units ordered${least}`}>
      <rect className="track" x="0" y="20" width="100%" height="12" />
      <rect className="for" x="0" y="20" width={percent(share(sold))} height="12" />
      {minRaiseUnits > 0 && (
        <>
          <rect
            className="tick"
            x={percent(share(minRaiseUnits))}
            y="15"
            width="2"
            height="22"
            transform="translate(-1)"
          />
          <text
            className={share(minRaiseUnits) > 75 ? "end" : share(minRaiseUnits) < 25 ? undefined : "mid"}
            x={percent(share(minRaiseUnits))}
            y="11"
          >
            minimum {minRaiseUnits}
          </text>
        </>
      )}
      <text className="ink" x="0" y="50">
        {moneyText(String(sold))} of {moneyText(String(units))} units ordered
      </text>
    </svg>
  )
}
