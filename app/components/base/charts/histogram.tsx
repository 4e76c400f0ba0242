/** Histogram of amounts: a payout's payments. One or two different amounts need no chart. */
import { grouped } from "~/effects/base/text/grouped"
import { ChartFrame, type ChartWords } from "./chart-frame"
import { percent } from "./fills"

export interface Bin {
  /** Below the bar: "40" or "30 to 35". */
  readonly label: string
  readonly count: number
}

type Props = ChartWords & { readonly bins: ReadonlyArray<Bin>; readonly unit: string }

const [TOP, BOTTOM] = [18, 84]

export function Histogram({ bins, name, says, unit }: Props) {
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const width = 100 / Math.max(1, bins.length)
  const every = Math.ceil(bins.length / 8)
  return (
    <ChartFrame
      says={says}
      points={bins.filter(({ count }) => count > 0).length}
      table={{
        caption: name,
        columns: [unit, "People"],
        rows: bins.map(({ count, label }) => [label, grouped(count)] as const)
      }}
    >
      <svg className="chart" height="110" role="img" aria-label={name}>
        {bins.map(({ count, label }, index) => {
          const top = BOTTOM - Math.round(((BOTTOM - TOP) * count) / most)
          const middle = percent((index + 0.5) * width)
          return (
            <g key={label}>
              <rect
                className="for"
                x={percent((index + 0.1) * width)}
                width={percent(width * 0.8)}
                y={top}
                height={BOTTOM - top}
              />
              {count > 0 && (
                <text className="ink mid" x={middle} y={top - 5}>
                  {grouped(count)}
                </text>
              )}
              {index % every === 0 && (
                <text className="mid" x={middle} y="102">
                  {label}
                </text>
              )}
            </g>
          )
        })}
        <line className="axis" x1="0" x2="100%" y1={BOTTOM} y2={BOTTOM} />
      </svg>
    </ChartFrame>
  )
}
