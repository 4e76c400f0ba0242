/** A number that jumps and then stays: members over time. */
import { ChartFrame, type ChartTable, type ChartWords } from "./chart-frame"
import { percent } from "./fills"

export interface Step {
  /** Milliseconds since 1970, ascending. */
  readonly at: number
  /** From then on. */
  readonly value: number
}

type Props = ChartWords & {
  readonly steps: ReadonlyArray<Step>
  /** Milliseconds: where the picture ends. */
  readonly until: number
  readonly dates: readonly [from: string, until: string]
  readonly table: ChartTable
}

const [TOP, BOTTOM] = [20, 110]
const LEFT = 8

export function StepChart({ dates, name, says, steps, table, until }: Props) {
  const from = steps[0]?.at ?? until
  const most = Math.max(1, ...steps.map(({ value }) => value))
  const x = (at: number) => percent(LEFT + ((100 - LEFT) * (at - from)) / Math.max(1, until - from))
  const y = (value: number) => Math.round(BOTTOM - ((BOTTOM - TOP) * value) / most)
  return (
    <ChartFrame says={says} points={steps.length} table={table}>
      <svg className="chart" height="136" role="img" aria-label={name}>
        {[most, 0].map((value) => (
          <g key={value}>
            <line className="hair" x1={percent(LEFT)} x2="100%" y1={y(value)} y2={y(value)} />
            <text x="0" y={y(value) + 4}>
              {value.toLocaleString("en-GB")}
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
        <text x={percent(LEFT)} y="130">
          {dates[0]}
        </text>
        <text className="end" x="100%" y="130">
          {dates[1]}
        </text>
      </svg>
    </ChartFrame>
  )
}
