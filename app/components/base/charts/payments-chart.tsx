/** Money by month from the viewer's side: in goes up, out goes down. */
import { ChartFrame, type ChartWords, useChartId } from "./chart-frame"
import { filled, Legend, Patterns, percent } from "./fills"

export interface PaymentMonth {
  /** "Nov 2027" */
  readonly label: string
  readonly in: number
  readonly out: number
  readonly inText: string
  readonly outText: string
}

type Props = ChartWords & {
  readonly months: ReadonlyArray<PaymentMonth>
  readonly totals: { readonly in: string; readonly out: string }
}

const [MIDDLE, REACH] = [70, 52]

export function PaymentsChart({ months, name, says, totals }: Props) {
  const id = useChartId()
  const most = Math.max(1, ...months.flatMap((month) => [month.in, month.out]))
  const width = 100 / Math.max(1, months.length)
  const height = (value: number) => (value === 0 ? 0 : Math.max(2, Math.round((value * REACH) / most)))
  const every = Math.ceil(months.length / 5)
  return (
    <ChartFrame
      says={says}
      points={months.length}
      table={{
        caption: name,
        columns: ["Month", "In", "Out"],
        rows: [
          ...months.map((month) => [month.label, month.inText, month.outText] as const),
          ["In all", totals.in, totals.out]
        ]
      }}
    >
      <svg className="chart" height="156" role="img" aria-label={name}>
        <Patterns id={id} />
        {months.map((month, index) => {
          const bar = { x: percent((index + 0.2) * width), width: percent(width * 0.6) }
          return (
            <g key={month.label}>
              <rect y={MIDDLE - height(month.in)} height={height(month.in)} {...bar} {...filled("for", id)} />
              <rect y={MIDDLE} height={height(month.out)} {...bar} {...filled("lines", id)} />
              {index % every === 0 && (
                <text
                  className={index === 0 ? undefined : "mid"}
                  x={percent(index === 0 ? 0 : (index + 0.5) * width)}
                  y="150"
                >
                  {month.label}
                </text>
              )}
            </g>
          )
        })}
        <line className="axis" x1="0" x2="100%" y1={MIDDLE} y2={MIDDLE} />
      </svg>
      <Legend
        id={id}
        parts={[
          { fill: "for", letter: "I", word: "In", amount: totals.in },
          { fill: "lines", letter: "O", word: "Out", amount: totals.out }
        ]}
      />
    </ChartFrame>
  )
}
