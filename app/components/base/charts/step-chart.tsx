/** Step chart of a number that changes at moments: members over time. */
import { grouped } from "~/effects/base/text/grouped"
import { ChartFrame, type ChartTable, type ChartWords } from "./chart-frame"
import { percent } from "./fills"

export interface Step {
  /** Milliseconds since 1970, ascending. */
  readonly at: number
  /** Value from then on. */
  readonly value: number
}

type Props = ChartWords & {
  readonly steps: ReadonlyArray<Step>
  /** Milliseconds: end of the chart. */
  readonly until: number
  readonly dates: readonly [from: string, until: string]
  readonly table: ChartTable
  /** Label of the highest value if its number is too long to fit next to the chart. */
  readonly top?: string
}

const [TOP, BOTTOM] = [20, 110]
const BESIDE = 8

export function StepChart({ dates, name, says, steps, table, top, until }: Props) {
  const left = top === undefined ? BESIDE : 0
  const from = steps[0]?.at ?? until
  const highest = Math.max(0, ...steps.map(({ value }) => value))
  // Counts are whole numbers, so their scale ends at one or more.
  const most = top === undefined ? Math.max(1, highest) : highest || 1
  const x = (at: number) => percent(left + ((100 - left) * (at - from)) / Math.max(1, until - from))
  const y = (value: number) => Math.round(BOTTOM - ((BOTTOM - TOP) * value) / most)
  return (
    <ChartFrame says={says} points={steps.length} table={table}>
      <svg className="chart" height="136" role="img" aria-label={name}>
        {[most, 0].map((value) => (
          <g key={value}>
            <line className="hair" x1={percent(left)} x2="100%" y1={y(value)} y2={y(value)} />
            <text x="0" y={y(value) + (top === undefined ? 4 : -5)}>
              {value === most ? (top ?? grouped(value)) : grouped(value)}
            </text>
          </g>
        ))}
        {steps.map(({ at, value }, index) => {
          const before = steps[index - 1]
          return (
            <g key={at}>
              {before && <line className="line" x1={x(at)} x2={x(at)} y1={y(before.value)} y2={y(value)} />}
              <line className="line" x1={x(at)} x2={x(steps[index + 1]?.at ?? until)} y1={y(value)} y2={y(value)} />
            </g>
          )
        })}
        <text x={percent(left)} y="130">
          {dates[0]}
        </text>
        <text className="end" x="100%" y="130">
          {dates[1]}
        </text>
      </svg>
    </ChartFrame>
  )
}
