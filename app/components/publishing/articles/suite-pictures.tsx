/** Six small pictures for the welcome page, built from the product's own components. */
import type { ReactNode } from "react"

function Picture({ children, label }: { readonly children: ReactNode; readonly label: string }) {
  return (
    <svg className="picture" viewBox="0 0 240 112" role="img" aria-label={label}>
      {children}
    </svg>
  )
}

type EmblemProps = { readonly monogram: string; readonly x: number; readonly y: number; readonly size: number }

function Seal({ monogram, size, x, y }: EmblemProps) {
  return (
    <g className="picture__seal" transform={`translate(${x} ${y}) scale(${size / 64})`}>
      <circle cx="32" cy="32" r="30.5" strokeWidth="1.5" />
      <circle cx="32" cy="32" r="26" strokeWidth="4.5" strokeDasharray="1 1 3 1" />
      <circle cx="32" cy="32" r="21.5" strokeWidth="1" />
      <text x="32" y="38">
        {monogram}
      </text>
    </g>
  )
}

const communities = (
  <Picture label="Three communities, each with its own emblem: a garden, a map fund, a film club.">
    <Seal monogram="RG" x={8} y={24} size={64} />
    <Seal monogram="OM" x={88} y={24} size={64} />
    <Seal monogram="NF" x={168} y={24} size={64} />
  </Picture>
)

const discussions = (
  <Picture label="A thread: one post, two replies, and an arrow from the last one to a proposal.">
    <rect className="sheet-line" x="8" y="12" width="150" height="22" />
    <rect className="sheet-line" x="30" y="44" width="128" height="22" />
    <rect className="sheet-line" x="30" y="76" width="128" height="22" />
    <path className="moves" d="M164 87h34m-6-5 6 5-6 5" />
    <rect className="after" x="204" y="70" width="28" height="34" />
    <path className="line" d="M210 80h16m-16 7h16m-16 7h10" />
  </Picture>
)

const votes = (
  <Picture label="A vote: Yes has 69.2 percent of the counted votes, No 30.7. A check mark shows the 60 percent that are needed.">
    <defs>
      <pattern id="suite-no" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="hatch" d="M1.5 0V7" />
      </pattern>
    </defs>
    <rect className="for" x="8" y="46" width="155" height="30" />
    <rect className="against" fill="url(#suite-no)" x="163" y="46" width="69" height="30" />
    <rect className="tick" x="141" y="40" width="3" height="42" />
    <text className="on" x="18" y="66">
      Y 69.2%
    </text>
    <text className="said" x="142" y="32" textAnchor="middle">
      60% needed
    </text>
    <text className="said" x="232" y="98" textAnchor="end">
      N 30.7%
    </text>
  </Picture>
)

const announcements = (
  <Picture label="An announcement with the emblem of the community and a check mark next to its signature.">
    <rect className="before" x="40" y="8" width="160" height="96" />
    <path className="line" d="M56 28h96m-96 14h128m-128 14h112" />
    <Seal monogram="OM" x={56} y={66} size={30} />
    <path className="moves" d="m164 82 7 7 14-14" />
  </Picture>
)

const bonds = (
  <Picture label="The life of a bond: a sale, a line of time with three coupons, and the repayment at the end.">
    <rect className="after" x="8" y="46" width="40" height="20" />
    <line className="axis" x1="48" x2="222" y1="56" y2="56" />
    <circle className="dot" cx="92" cy="56" r="6" />
    <circle className="dot" cx="136" cy="56" r="6" />
    <circle className="dot" cx="180" cy="56" r="6" />
    <rect className="for" x="216" y="48" width="16" height="16" />
    <text x="8" y="90">
      Sale
    </text>
    <text x="136" y="90" textAnchor="middle">
      Coupons
    </text>
    <text x="232" y="90" textAnchor="end">
      Maturity
    </text>
  </Picture>
)

/** Horizontal position of each batch. */
const batches = [8, 54, 100, 146, 192]
const distributions = (
  <Picture label="Two hundred people in five batches of forty, each with one signature.">
    {batches.map((x) => (
      <g key={x}>
        <rect className="after" x={x} y="24" width="38" height="48" />
        <text className="said" x={x + 19} y="53" textAnchor="middle">
          40
        </text>
        <path className="moves" d={`m${x + 11} 90 5 5 10-10`} />
      </g>
    ))}
  </Picture>
)

/** Keyed by the anchor of the section that describes the topic. */
export const suitePictures: Readonly<Record<string, ReactNode>> = {
  communities,
  discussions,
  votes,
  announcements,
  bonds,
  distributions
}
