/** Chart of all ballots in the order of the hash chain: up is Yes, down is No, a short mark is Abstain. */
import { percent } from "./fills"

export type Mark = "yes" | "no" | "abstain"

const shapes = {
  yes: { className: "for", y: 4, height: 26 },
  no: { className: "mark-against", y: 30, height: 26 },
  abstain: { className: "mark-abstain", y: 26, height: 8 }
} as const

/** With more marks than this they cannot be told apart, so only the newest are shown. */
const MOST = 120

type Props = {
  readonly marks: ReadonlyArray<Mark>
  /** Under the chart: "Chain head after ballot 6: 51d0…aa93". */
  readonly foot?: string
}

export function BallotStrip({ foot, marks }: Props) {
  const shown = marks.slice(-MOST)
  if (shown.length < 3) return foot === undefined ? null : <p className="eyebrow">{foot}</p>
  const count = (mark: Mark) => marks.filter((each) => each === mark).length
  const width = 100 / shown.length
  return (
    <figure className="chart-frame">
      <svg
        className="chart"
        height="60"
        role="img"
        aria-label={`${marks.length} ballots in order: ${count("yes")} yes, ${count("no")} no, ${count("abstain")} abstain`}
      >
        <line className="hair" x1="0" x2="100%" y1="30" y2="30" />
        {shown.map((mark, index) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a ballot is its place in the chain
            key={index}
            x={percent((index + 0.2) * width)}
            width={percent(Math.min(width * 0.6, 1.2))}
            {...shapes[mark]}
          />
        ))}
      </svg>
      <figcaption className="eyebrow">
        {shown.length < marks.length && `The last ${shown.length} of ${marks.length} ballots. `} Up is yes, down is no,
        short is abstain. {foot}
      </figcaption>
    </figure>
  )
}
