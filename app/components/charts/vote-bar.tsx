/** A vote as it stands: how it splits, what it needs, how many took part (product 4.5). */
import { AsTable, ChartFrame, type ChartTable, type ChartWords, useChartId } from "./chart-frame"
import { filled, Legend, type Part, Patterns, percent } from "./fills"

export interface Tick {
  /** Percent of the bar. */
  readonly at: number
  /** "60 % needed" */
  readonly text: string
}

interface Turnout {
  /** Percent of all weight. */
  readonly share: number
  /** "42.9 % of all weight" */
  readonly text: string
}

type Props = ChartWords & {
  /** Shares of the counted ballots; null while the results are hidden. Abstentions are no part of the bar: give them to the legend with a share of 0. */
  readonly parts: ReadonlyArray<Part> | null
  readonly threshold?: Tick | undefined
  readonly turnout: Turnout
  readonly quorum?: Tick | undefined
  readonly table: ChartTable
}

/** A share this small has no room for its own letter. */
const ROOM = 14

/** A mark across the bar, its number above. Numbers near an end grow inwards. */
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

function Split({
  id,
  name,
  parts,
  threshold
}: Required<Pick<Props, "name">> &
  Pick<Props, "threshold"> & {
    readonly id: string
    readonly parts: ReadonlyArray<Part>
  }) {
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { share }) => sum + share, 0))
  return (
    <svg className="chart" height="52" role="img" aria-label={name}>
      <Patterns id={id} />
      <rect className="track" x="0" y="20" width="100%" height="28" />
      {parts.map((part, index) => (
        <rect
          key={part.word}
          x={percent(starts[index] ?? 0)}
          y="20"
          width={percent(part.share)}
          height="28"
          {...filled(part.fill, id)}
        />
      ))}
      {parts.map(({ fill, letter, share, word }, index) =>
        share < ROOM ? null : (
          <text
            key={word}
            className={fill === "for" ? "on" : "ink halo"}
            x={percent(starts[index] ?? 0)}
            dx="8"
            y="38.5"
          >
            {letter} {share.toLocaleString("en-GB", { maximumFractionDigits: 1 })} %
          </text>
        )
      )}
      {threshold && <TickMark tick={threshold} top={16} bottom={52} />}
    </svg>
  )
}

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

/** The whole of it, for a proposal's own page. */
export function VoteBar({ name, parts, quorum, says, table, threshold, turnout }: Props) {
  const id = useChartId()
  const isEmpty = parts?.every(({ share }) => share === 0) ?? false
  // Yes, No and turnout are the three numbers of a vote; a hidden one shows its turnout alone.
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
        <Split id={id} name={name} parts={parts} threshold={threshold} />
        <TurnoutBar turnout={turnout} quorum={quorum} />
      </div>
      <Legend id={id} parts={parts} />
    </ChartFrame>
  )
}

/** The bar alone, for a card that says its numbers beside it. Nothing before the first ballot. */
export function SmallVoteBar({
  name,
  parts,
  threshold
}: Pick<Props, "name" | "threshold"> & { readonly parts: ReadonlyArray<Part> }) {
  const id = useChartId()
  if (parts.every(({ share }) => share === 0)) return null
  return <Split id={id} name={name} parts={parts} threshold={threshold} />
}
