/** Progress of a long job, a segment for each state: a payout's payments. The counts are shown as text. */
import { grouped } from "~/effects/base/text/grouped"
import { useChartId } from "./chart-frame"
import { type Fill, filled, Legend, Patterns, percent } from "./fills"

export interface StateCount {
  readonly fill: Fill
  readonly letter: string
  /** "Paid" */
  readonly word: string
  readonly count: number
}

type Props = {
  /** "116 of 187 are paid; 4 have to claim." */
  readonly says: string
  readonly states: ReadonlyArray<StateCount>
}

export function StateProgress({ says, states }: Props) {
  const id = useChartId()
  const all = states.reduce((sum, { count }) => sum + count, 0)
  const share = (count: number) => (all === 0 ? 0 : (count * 100) / all)
  const starts = states.map((_, index) => share(states.slice(0, index).reduce((sum, { count }) => sum + count, 0)))
  const counts = states.map(({ count, ...state }) => ({ ...state, amount: grouped(count) }))
  return (
    <figure className="chart-frame">
      <figcaption className="chart-says">{says}</figcaption>
      {all > 0 && (
        <>
          <svg
            className="chart"
            height="20"
            role="img"
            aria-label={counts.map(({ amount, word }) => `${amount} ${word.toLowerCase()}`).join(", ")}
          >
            <Patterns id={id} />
            {states.map(({ count, fill, word }, index) => (
              <rect
                key={word}
                x={percent(starts[index] ?? 0)}
                y="2"
                width={percent(share(count))}
                height="16"
                {...filled(fill, id)}
              />
            ))}
          </svg>
          <Legend id={id} parts={counts} />
        </>
      )}
    </figure>
  )
}
