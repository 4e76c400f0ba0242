import { type Participation, turnoutInWords } from "~/effects/communities/members/participation"

const STEP = 14
const R = 4

type Props = { readonly account: string; readonly participation: Participation }

/** A dot for each of the latest votes, oldest first: filled if the member voted, otherwise a ring. */
export function Turnout({ account, participation: { parts, votes } }: Props) {
  const own = parts[account] ?? votes.map(() => "apart" as const)
  const words = turnoutInWords(own)
  return (
    <svg className="turnout" role="img" aria-label={words} width={votes.length * STEP} height={STEP}>
      <title>{words}</title>
      {own.map((part, place) => {
        const { number = place } = votes[place] ?? {}
        const at = { cx: place * STEP + STEP / 2, cy: STEP / 2 }
        return part === "apart" ? (
          <line key={number} x1={at.cx - 2} x2={at.cx + 2} y1={at.cy} y2={at.cy} />
        ) : (
          <circle key={number} {...at} r={R} data-part={part} />
        )
      })}
    </svg>
  )
}
