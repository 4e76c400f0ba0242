/**
 * Fills of bars and slices: a colour, a pattern and a letter together, so that none of them has to be distinguishable
 * alone.
 */

/** The fills of Yes, No and Abstain are for ballots only; all other data uses the rest. */
export type Fill = "for" | "against" | "abstain" | "soft" | "track" | "lines" | "checks"

/** One part of a whole: its name and its share. */
export interface Part {
  readonly fill: Fill
  /** One letter, on the slice and in the legend. */
  readonly letter: string
  readonly word: string
  /** Percent of the whole, 0 to 100. */
  readonly share: number
  /** The amount as the legend shows it: "268,000". */
  readonly amount: string
}

const PATTERNS: ReadonlySet<Fill> = new Set<Fill>(["against", "abstain", "lines", "checks"])

/** Percent in an SVG attribute, so that bars stretch with the page and text does not. */
export const percent = (share: number): string => `${Math.round(Math.min(100, Math.max(0, share)) * 100) / 100}%`

/** The attributes of a shape. `id` is that of the `Patterns` in the same chart. */
export const filled = (fill: Fill, id: string) =>
  PATTERNS.has(fill) ? { className: fill, fill: `url(#${id}-${fill})` } : { className: fill }

/** Each chart includes its own patterns; `id` comes from useChartId. */
export function Patterns({ id }: { readonly id: string }) {
  const common = { patternUnits: "userSpaceOnUse" } as const
  return (
    <defs>
      <pattern id={`${id}-against`} width="7" height="7" patternTransform="rotate(45)" {...common}>
        <path className="pattern-against" d="M1.5 0V7" />
      </pattern>
      <pattern id={`${id}-abstain`} width="6" height="6" {...common}>
        <circle className="pattern-abstain" cx="2" cy="2" r="1.3" />
      </pattern>
      <pattern id={`${id}-lines`} width="6" height="6" {...common}>
        <path className="pattern-lines" d="M0 1.5h6" />
      </pattern>
      <pattern id={`${id}-checks`} width="8" height="8" {...common}>
        <path className="pattern-checks" d="M0 0h4v4H0zM4 4h4v4H4z" />
      </pattern>
    </defs>
  )
}

function Swatch({ fill, id, letter }: Pick<Part, "fill" | "letter"> & { readonly id: string }) {
  return (
    <svg className="chart swatch" viewBox="0 0 20 20" aria-hidden="true">
      <rect x=".5" y=".5" width="19" height="19" {...filled(fill, id)} />
      <text className={fill === "for" ? "on mid" : "ink halo mid"} x="10" y="14.5">
        {letter}
      </text>
    </svg>
  )
}

type Named = Pick<Part, "amount" | "fill" | "letter" | "word">

export function Legend({ id, parts }: { readonly id: string; readonly parts: ReadonlyArray<Named> }) {
  return (
    <ul className="legend">
      {parts.map(({ amount, fill, letter, word }) => (
        <li key={word}>
          <Swatch fill={fill} letter={letter} id={id} />
          {word} <b>{amount}</b>
        </li>
      ))}
    </ul>
  )
}
