/** What a treasury consists of, in at most five parts. */
import { AsTable, ChartFrame, type ChartWords, useChartId } from "./chart-frame"
import { type Fill, filled, Patterns } from "./fills"

export interface Slice {
  readonly name: string
  /** Percent of the whole. */
  readonly share: number
  readonly amount: string
}

const MOST = 5
const fills: ReadonlyArray<Fill> = ["for", "lines", "soft", "abstain", "track"]
const letters = "ABCDE"

/** The largest four and the rest as one. */
export const foldSlices = (slices: ReadonlyArray<Slice>): ReadonlyArray<Slice> => {
  const sorted = [...slices].sort((one, other) => other.share - one.share)
  if (sorted.length <= MOST) return sorted
  const rest = sorted.slice(MOST - 1)
  return [
    ...sorted.slice(0, MOST - 1),
    { name: "Other", share: rest.reduce((sum, { share }) => sum + share, 0), amount: `${rest.length} kinds` }
  ]
}

const [CENTRE, OUTER, INNER] = [60, 56, 36]
const spot = (share: number, radius: number): string => {
  const angle = (share / 50) * Math.PI - Math.PI / 2
  const round = (value: number) => Math.round(value * 100) / 100
  return `${round(CENTRE + radius * Math.cos(angle))} ${round(CENTRE + radius * Math.sin(angle))}`
}
/** A piece of the ring between two shares. A whole ring would end where it begins and vanish. */
const piece = (from: number, to: number): string => {
  const end = Math.min(to, from + 99.99)
  const large = end - from > 50 ? 1 : 0
  return `M${spot(from, OUTER)}A${OUTER} ${OUTER} 0 ${large} 1 ${spot(end, OUTER)}L${spot(end, INNER)}A${INNER} ${INNER} 0 ${large} 0 ${spot(from, INNER)}Z`
}

const inWords = (share: number) => `${share.toLocaleString("en-GB", { maximumFractionDigits: 1 })} %`

export function Donut({ name, says, slices }: ChartWords & { readonly slices: ReadonlyArray<Slice> }) {
  const id = useChartId()
  const shown = foldSlices(slices)
  const starts = shown.map((_, index) => shown.slice(0, index).reduce((sum, { share }) => sum + share, 0))
  const table = {
    caption: name,
    columns: ["What", "Amount", "Share"],
    rows: slices.map((slice) => [slice.name, slice.amount, inWords(slice.share)] as const)
  }
  if (shown.length < 3) {
    return (
      <figure className="chart-frame">
        <figcaption className="chart-says">{says}</figcaption>
        {shown.length > 0 && <AsTable {...table} />}
      </figure>
    )
  }
  return (
    <ChartFrame says={says} points={shown.length} table={table}>
      <div className="donut">
        <svg className="chart" viewBox="0 0 120 120" role="img" aria-label={name}>
          <Patterns id={id} />
          {shown.map((slice, index) => {
            const [from = 0, fill = "track"] = [starts[index], fills[index]]
            return <path key={slice.name} d={piece(from, from + slice.share)} {...filled(fill, id)} />
          })}
          {shown.map(({ name: what, share }, index) => {
            if (share < 6) return null
            const [x, y] = spot((starts[index] ?? 0) + share / 2, (OUTER + INNER) / 2).split(" ")
            return (
              <text key={what} className={index === 0 ? "on mid" : "ink halo mid"} x={x} y={y} dy="4">
                {letters[index]}
              </text>
            )
          })}
        </svg>
        <ul className="donut__parts">
          {shown.map(({ amount, name: what, share }, index) => (
            <li key={what}>
              <span className="eyebrow">{letters[index]}</span>
              <span>{what}</span>
              <span className="num">{amount}</span>
              <span className="num muted">{inWords(share)}</span>
            </li>
          ))}
        </ul>
      </div>
    </ChartFrame>
  )
}
