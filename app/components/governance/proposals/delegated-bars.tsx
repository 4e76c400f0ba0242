import { useChartId } from "~/components/base/charts/chart-frame"
import { filled, Legend, Patterns, percent } from "~/components/base/charts/fills"
import { readVotes, sumOf } from "~/effects/governance/votes/weight"
import { shownVotes } from "./words"

/** Name and number above their bar, because they do not fit next to it on a phone. */
const ROW = 46
const LINE = 17
const BAR = { top: 24, height: 14 }
/** Characters of a name that fit next to its numbers in 320 px. */
const NAME = 20

/** Votes of one choice, exact decimals. */
export interface DelegatedPart {
  readonly label: string
  readonly own: string
  readonly part: string
  readonly votes: string
}

/** Percent of the longest bar, in tenths. */
const shareOf = (votes: string, most: bigint): number =>
  most === 0n ? 0 : Number((readVotes(votes) * 1000n) / most) / 10

const sum = (votes: ReadonlyArray<string>): string => shownVotes(sumOf(votes))

/** Own and delegated votes of each choice in one bar, told apart by pattern as well as by colour. */
export function DelegatedBars({ parts }: { readonly parts: ReadonlyArray<DelegatedPart> }) {
  const id = useChartId()
  const most = parts.reduce((longest, { votes }) => {
    const here = readVotes(votes)
    return here > longest ? here : longest
  }, 0n)
  if (parts.every(({ part }) => readVotes(part) === 0n)) return null
  const legend = [
    { fill: "soft", letter: "O", word: "Own", amount: sum(parts.map(({ own }) => own)) },
    { fill: "lines", letter: "D", word: "Delegated", amount: sum(parts.map(({ part }) => part)) }
  ] as const
  return (
    <>
      <svg
        className="chart"
        height={parts.length * ROW}
        role="img"
        aria-label={parts
          .map(({ label, own, part }) => `${label}: ${shownVotes(own)} own, ${shownVotes(part)} delegated`)
          .join("; ")}
      >
        <Patterns id={id} />
        {parts.map(({ label, own, part, votes }, row) => (
          <g key={label}>
            <text className="ink" x="0" y={row * ROW + LINE}>
              {label.length > NAME ? `${label.slice(0, NAME - 1)}…` : label}
            </text>
            <text className="ink end" x="100%" y={row * ROW + LINE}>
              {shownVotes(own)} + {shownVotes(part)} = {shownVotes(votes)}
            </text>
            <rect
              className="soft"
              x="0"
              y={row * ROW + BAR.top}
              width={percent(shareOf(own, most))}
              height={BAR.height}
            />
            <rect
              x={percent(shareOf(own, most))}
              y={row * ROW + BAR.top}
              width={percent(shareOf(part, most))}
              height={BAR.height}
              {...filled("lines", id)}
            />
          </g>
        ))}
      </svg>
      <Legend id={id} parts={legend} />
    </>
  )
}
