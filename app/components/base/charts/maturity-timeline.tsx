/** Timeline of bonds: sale, coupons and maturity, one lane for each series, and a line for today. */
import { inUtc } from "~/effects/base/text/moments"
import { ChartFrame, type ChartTable, type ChartWords } from "./chart-frame"
import { percent } from "./fills"

/** All times in milliseconds since 1970. */
export interface Lane {
  /** "SUN-2027A" */
  readonly code: string
  /** "first roof" */
  readonly title: string
  readonly sale: readonly [from: number, until: number] | null
  /** From the end of the sale on. */
  readonly runsFrom: number
  readonly coupons: ReadonlyArray<number>
  readonly maturity: number
}

type Props = ChartWords & {
  readonly lanes: ReadonlyArray<Lane>
  /** Null if today does not matter, as in a sample. */
  readonly now: number | null
  readonly table: ChartTable
}

const [HEAD, LANE] = [34, 50]
const GRID = 4

const spanOf = (lanes: ReadonlyArray<Lane>, now: number | null) => {
  const today = now === null ? [] : [now]
  const times = [...today, ...lanes.flatMap(({ maturity, runsFrom, sale }) => [...(sale ?? []), runsFrom, maturity])]
  return { from: Math.min(...times), until: Math.max(...times) }
}

function Today({ at, bottom }: { readonly at: number; readonly bottom: number }) {
  return (
    <>
      <line className="today" x1={percent(at)} x2={percent(at)} y1="22" y2={bottom} />
      <text className={at > 90 ? "ink ground end" : "ink ground"} x={percent(at)} y={bottom + 16}>
        Today
      </text>
    </>
  )
}

function LaneView({ lane, top, x }: { readonly lane: Lane; readonly top: number; readonly x: (at: number) => number }) {
  const [middle, begin] = [top + 28, x(lane.sale?.[0] ?? lane.runsFrom)]
  const isLate = begin > 60
  const sale = lane.sale && { from: x(lane.sale[0]), until: x(lane.sale[1]) }
  return (
    <>
      <text className={isLate ? "ink ground end" : "ink ground"} x={percent(isLate ? 100 : begin)} y={top + 13}>
        {lane.code} <tspan className="soft-text">{lane.title}</tspan>
      </text>
      {sale && (
        <rect
          className="soft"
          x={percent(sale.from)}
          y={middle - 6}
          width={percent(Math.max(sale.until - sale.from, 0.8))}
          height="12"
        />
      )}
      <line className="axis" x1={percent(x(lane.runsFrom))} x2={percent(x(lane.maturity))} y1={middle} y2={middle} />
      {lane.coupons.map((at) => (
        <circle key={at} className="dot" cx={percent(x(at))} cy={middle} r="4.5" />
      ))}
      <rect
        className="for"
        x={percent(x(lane.maturity))}
        y={middle - 7}
        width="14"
        height="14"
        transform="translate(-14 0)"
      />
    </>
  )
}

export function MaturityTimeline({ lanes, name, now, says, table }: Props) {
  const { from, until } = spanOf(lanes, now)
  const x = (at: number) => ((at - from) * 100) / Math.max(1, until - from)
  const bottom = HEAD + lanes.length * LANE
  const dates = lanes.reduce((sum, { coupons, sale }) => sum + coupons.length + (sale === null ? 1 : 2), 0)
  return (
    <ChartFrame says={says} points={dates} table={table}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the picture scrolls inside its box, which the keyboard must reach */}
      <section className="scroll" tabIndex={0} aria-label="Timeline">
        <svg className="chart" height={now === null ? bottom : bottom + 24} role="img" aria-label={name}>
          {Array.from({ length: GRID + 1 }, (_, index) => {
            const place = percent((index * 100) / GRID)
            const side = index === 0 ? undefined : index === GRID ? "end" : "mid"
            return (
              <g key={place}>
                <line className="hair" x1={place} x2={place} y1="22" y2={bottom} />
                <text className={side} x={place} y="12">
                  {inUtc("month", from + ((until - from) * index) / GRID)}
                </text>
              </g>
            )
          })}
          {now !== null && <Today at={x(now)} bottom={bottom} />}
          {lanes.map((lane, index) => (
            <LaneView key={lane.code} lane={lane} top={HEAD + index * LANE} x={x} />
          ))}
        </svg>
      </section>
      <TimelineLegend />
    </ChartFrame>
  )
}

function TimelineLegend() {
  return (
    <ul className="legend muted">
      <li>
        <svg className="chart swatch" viewBox="0 0 20 20" aria-hidden="true">
          <rect className="soft" x="1" y="4" width="18" height="12" />
        </svg>
        Sale
      </li>
      <li>
        <svg className="chart swatch" viewBox="0 0 20 20" aria-hidden="true">
          <line className="axis" x1="0" x2="20" y1="10" y2="10" />
        </svg>
        Running
      </li>
      <li>
        <svg className="chart swatch" viewBox="0 0 20 20" aria-hidden="true">
          <circle className="dot" cx="10" cy="10" r="5" />
        </svg>
        Coupon
      </li>
      <li>
        <svg className="chart swatch" viewBox="0 0 20 20" aria-hidden="true">
          <rect className="for" x="3" y="3" width="14" height="14" />
        </svg>
        Maturity
      </li>
    </ul>
  )
}
