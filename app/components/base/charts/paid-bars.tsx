/** Bars of what each holding has paid and what is still to come. */
import { ChartFrame, type ChartWords, useChartId } from "./chart-frame"
import { filled, Legend, Patterns, percent } from "./fills"

export interface PaidRow {
  /** "SUN-2027A" */
  readonly name: string
  readonly paid: number
  readonly toCome: number
  readonly paidText: string
  readonly toComeText: string
  /** "Next: 30 Nov 2026" */
  readonly next: string
}

type Props = ChartWords & {
  readonly rows: ReadonlyArray<PaidRow>
  readonly totals: { readonly paid: string; readonly toCome: string }
}

const ROW = 46

export function PaidBars({ name, rows, says, totals }: Props) {
  const id = useChartId()
  const most = Math.max(1, ...rows.map(({ paid, toCome }) => paid + toCome))
  return (
    <ChartFrame
      says={says}
      points={rows.length * 2}
      table={{
        caption: name,
        columns: ["Holding", "Paid", "Scheduled", "Next"],
        rows: rows.map((row) => [row.name, row.paidText, row.toComeText, row.next] as const)
      }}
    >
      <svg className="chart" height={rows.length * ROW} role="img" aria-label={name}>
        <Patterns id={id} />
        {rows.map((row, index) => {
          const [top, paid, toCome] = [index * ROW, (row.paid * 100) / most, (row.toCome * 100) / most]
          return (
            <g key={row.name}>
              <text className="ink" x="0" y={top + 14}>
                {row.name}
              </text>
              <text className="end" x="100%" y={top + 14}>
                {row.next}
              </text>
              <rect x="0" y={top + 20} width={percent(paid)} height="16" {...filled("for", id)} />
              <rect x={percent(paid)} y={top + 20} width={percent(toCome)} height="16" {...filled("lines", id)} />
            </g>
          )
        })}
      </svg>
      <Legend
        id={id}
        parts={[
          { fill: "for", letter: "P", word: "Paid", amount: totals.paid },
          { fill: "lines", letter: "S", word: "Scheduled", amount: totals.toCome }
        ]}
      />
    </ChartFrame>
  )
}
