/**
 * The count of a ranked vote, round by round: the option eliminated first comes first, with a sentence on where its
 * ballots go.
 */
import type { ReactNode } from "react"
import { percent } from "./fills"

export interface CandidateTally {
  readonly name: string
  /** Length of the bar. */
  readonly votes: number
  /** "10" or, with weights, "1,204.5". */
  readonly text: string
  readonly state: "stays" | "leaves" | "wins"
}

export interface Round {
  readonly tallies: ReadonlyArray<CandidateTally>
  /** "Stalker leaves. One ballot goes to Wings of Desire." */
  readonly says: ReactNode
}

const ROW = 30
const checks = { stays: "soft", leaves: "track", wins: "for" } as const

function Bars({ most, tallies }: { readonly tallies: ReadonlyArray<CandidateTally>; readonly most: number }) {
  return (
    <svg
      className="chart"
      height={tallies.length * ROW}
      role="img"
      aria-label={tallies
        .map(({ name, state, text }) => `${name} ${text}${state === "leaves" ? ", leaves" : ""}`)
        .join(", ")}
    >
      {tallies.map(({ name, state, text, votes }, row) => (
        <g key={name}>
          <text className={state === "leaves" ? undefined : "ink"} x="0" y={row * ROW + 19}>
            {name.length > 28 ? `${name.slice(0, 27)}…` : name}
          </text>
          {/* A nested SVG, so that the bar's length is a percentage of its own column. */}
          <svg x="50%" width="40%" y={row * ROW} height={ROW} aria-hidden="true">
            <rect
              className={checks[state]}
              x="0"
              y="5"
              width={percent(most === 0 ? 0 : (votes * 100) / most)}
              height="20"
            />
          </svg>
          <text className="ink end" x="100%" y={row * ROW + 19}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}

/** The sentence of each round is below its bars; the bars' names contain every number, so there is no second table. */
export function RankedRounds({ rounds }: { readonly rounds: ReadonlyArray<Round> }) {
  const most = Math.max(0, ...rounds.flatMap(({ tallies }) => tallies.map(({ votes }) => votes)))
  return (
    <ol className="rounds">
      {rounds.map(({ says, tallies }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a round is its number
        <li key={index}>
          <h3 className="h4">Round {index + 1}</h3>
          <div className="stack" data-gap="s">
            <Bars tallies={tallies} most={most} />
            <p className="small muted">{says}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
