/** Line chart of a value at each of a few events: participation per closed vote. */
import { ChartFrame, type ChartTable, type ChartWords } from "./chart-frame"
import { percent } from "./fills"

export interface LinePoint {
  /** Below the point: "No. 4". */
  readonly label: string
  readonly value: number
  /** "78%" */
  readonly text: string
  /** Tooltip: "No. 4: 11 of 14 eligible members voted". */
  readonly detail: string
}

type Props = ChartWords & {
  readonly points: ReadonlyArray<LinePoint>
  /** The top of the scale, and the labels for top, middle and bottom. */
  readonly scale: { readonly max: number; readonly words: readonly [top: string, middle: string, bottom: string] }
  readonly table: ChartTable
}

const [TOP, BOTTOM] = [20, 120]
const [LEFT, RIGHT] = [12, 95]
/** Limit of characters below the line; more would overlap on a phone or in a side column. */
const LETTERS = 32

export function LineChart({ name, points, says, scale, table }: Props) {
  const step = points.length > 1 ? (RIGHT - LEFT) / (points.length - 1) : 0
  const x = (index: number) => percent(LEFT + index * step)
  const y = (value: number) => Math.round(BOTTOM - ((BOTTOM - TOP) * Math.min(value, scale.max)) / scale.max)
  const longest = Math.max(0, ...points.map(({ label }) => label.length))
  const every = Math.max(1, Math.ceil((points.length * longest) / LETTERS))
  const last = points.at(-1)
  return (
    <ChartFrame says={says} points={points.length} table={table}>
      <svg className="chart" height="150" role="img" aria-label={name}>
        {scale.words.map((word, index) => {
          const height = TOP + (index * (BOTTOM - TOP)) / 2
          return (
            <g key={word}>
              <line className="hair" x1={percent(LEFT - 4)} x2="100%" y1={height} y2={height} />
              <text x="0" y={height + 4}>
                {word}
              </text>
            </g>
          )
        })}
        {points.slice(1).map((point, index) => (
          <line
            key={point.label}
            className="line"
            x1={x(index)}
            y1={y(points[index]?.value ?? 0)}
            x2={x(index + 1)}
            y2={y(point.value)}
          />
        ))}
        {points.map(({ detail, label, value }, index) => (
          <g key={label}>
            <circle className="dot" cx={x(index)} cy={y(value)} r="4.5">
              <title>{detail}</title>
            </circle>
            {(points.length - 1 - index) % every === 0 && (
              <text className="mid" x={x(index)} y="142">
                {label}
              </text>
            )}
          </g>
        ))}
        {last && (
          <text className="ink halo mid" x={percent(RIGHT)} y={y(last.value) - 10}>
            {last.text}
          </text>
        )}
      </svg>
    </ChartFrame>
  )
}
