/** The tally of a vote: how it splits, the threshold, and the turnout (docs/product/publishing.md). */
import { AsTable, ChartFrame, type ChartTable, type ChartWords, useChartId } from "./chart-frame"
import { filled, Legend, type Part, Patterns, percent } from "./fills"

export interface Tick {
  /** Position in percent of the bar. */
  readonly at: number
  /** "60% needed" */
  readonly text: string
}

interface Turnout {
  /** Percent of all weight. */
  readonly share: number
  /** "42.9% of all weight" */
  readonly text: string
}

type Props = ChartWords & {
  /**
   * Shares of the counted ballots; null while the results are hidden. The bar does not show abstentions: pass them with
   * a share of 0 for the legend.
   */
  readonly parts: ReadonlyArray<Part> | null
  readonly threshold?: Tick | undefined
  readonly turnout: Turnout
  readonly quorum?: Tick | undefined
  readonly table: ChartTable
}

/** Minimum width of a part in percent of the bar: for its letter, for its number, and for its number on a phone. */
const MIN_SHARE = { letter: 8, number: 16, always: 27 } as const

/** A longer word does not fit into a part that has room for its number. */
const LONGEST_WORD = 7

/** "N 30.8%"; without a legend "No 30.8%". The number is hidden if the bar is narrow (styles/charts.css). */
function PartLabel({ hasLegend, isLast, part: { fill, letter, share, word }, start }: LabelProps) {
  if (share < MIN_SHARE.letter) return null
  const isWord = !hasLegend && share >= MIN_SHARE.number && word.length <= LONGEST_WORD
  const number = ` ${Math.round(share * 10) / 10}%`
  return (
    <text
      className={`${fill === "for" ? "on" : "ink halo"}${isLast ? " end" : ""}`}
      x={percent(isLast ? 100 : start)}
      dx={isLast ? -8 : 8}
      dy="18.5"
    >
      {isWord ? word : letter}
      {share >= MIN_SHARE.number && <tspan className={share < MIN_SHARE.always ? "roomy" : undefined}>{number}</tspan>}
    </text>
  )
}

type LabelProps = Pick<SplitProps, "hasLegend"> & {
  readonly part: Part
  readonly start: number
  readonly isLast: boolean
}

/** A mark across the bar with its number above. Numbers near an end are aligned inwards. */
function TickMark({ bottom, tick, top }: { readonly tick: Tick; readonly top: number; readonly bottom: number }) {
  const side = tick.at < 15 ? "ink" : tick.at > 85 ? "ink end" : "ink mid"
  return (
    <>
      <rect className="tick" x={percent(tick.at)} y={top} width="2" height={bottom - top} transform="translate(-1)" />
      <text className={side} x={percent(tick.at)} y={top - 4}>
        {tick.text}
      </text>
    </>
  )
}

/** The parts in a row, with space above for the mark's number if there is one. */
function Split({ hasLegend, id, name, parts, threshold }: SplitProps) {
  const top = threshold === undefined ? 0 : 20
  let end = 0
  const placed = parts.map((part) => {
    const start = end
    end += part.share
    return { part, start, isLast: start > 0 && end > 99 }
  })
  return (
    <div className="vote-split">
      <svg className="chart" height={top + (threshold === undefined ? 28 : 32)} role="img" aria-label={name}>
        <Patterns id={id} />
        <rect className="track" x="0" y={top} width="100%" height="28" />
        {placed.map(({ part, start }) => (
          <rect
            key={part.word}
            x={percent(start)}
            y={top}
            width={percent(part.share)}
            height="28"
            {...filled(part.fill, id)}
          />
        ))}
        <g transform={`translate(0 ${top})`}>
          {placed.map((place) => (
            <PartLabel key={place.part.word} hasLegend={hasLegend} {...place} />
          ))}
        </g>
        {threshold && <TickMark tick={threshold} top={top - 4} bottom={top + 32} />}
      </svg>
    </div>
  )
}

type SplitProps = Required<Pick<Props, "name">> &
  Pick<Props, "threshold"> & { readonly id: string; readonly parts: ReadonlyArray<Part>; readonly hasLegend: boolean }

function TurnoutBar({ quorum, turnout }: Pick<Props, "quorum" | "turnout">) {
  return (
    <svg
      className="chart"
      height="40"
      role="img"
      aria-label={`Turnout: ${turnout.text}${quorum ? `; ${quorum.text}` : ""}`}
    >
      <rect className="track" x="0" y="22" width="100%" height="14" />
      <rect className="soft" x="0" y="22" width={percent(turnout.share)} height="14" />
      {quorum && <TickMark tick={quorum} top={19} bottom={39} />}
    </svg>
  )
}

/** The full tally, for a proposal's own page. */
export function VoteBar({ name, parts, quorum, says, table, threshold, turnout }: Props) {
  const id = useChartId()
  const isEmpty = parts?.every(({ share }) => share === 0) ?? false
  // Yes, No and turnout are the three numbers of a vote; a vote with hidden results shows only its turnout.
  if (parts === null) {
    return (
      <figure className="chart-frame">
        <figcaption className="chart-says">{says}</figcaption>
        <TurnoutBar turnout={turnout} quorum={quorum} />
        <AsTable {...table} />
      </figure>
    )
  }
  return (
    <ChartFrame says={says} points={isEmpty ? 0 : parts.length + 1} table={table}>
      <div>
        <Split id={id} name={name} parts={parts} threshold={threshold} hasLegend />
        <TurnoutBar turnout={turnout} quorum={quorum} />
      </div>
      <Legend id={id} parts={parts} />
    </ChartFrame>
  )
}

/** The bar alone, with words instead of a legend, for a card that states its numbers. Empty before the first ballot. */
export function SmallVoteBar({
  name,
  parts,
  threshold
}: Pick<Props, "name" | "threshold"> & { readonly parts: ReadonlyArray<Part> }) {
  const id = useChartId()
  if (parts.every(({ share }) => share === 0)) return null
  return <Split id={id} name={name} parts={parts} threshold={threshold} hasLegend={false} />
}
