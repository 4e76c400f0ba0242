import { AsTable } from "~/components/base/charts/chart-frame"
import { percent } from "~/components/base/charts/fills"
import type { ResultLine } from "~/effects/governance/proposals/views"

/** Name and number above their bar, because they do not fit next to it on a phone. */
const ROW = 46
const LINE = 17
const BAR = { top: 24, height: 14 }
/** Characters of a name that fit next to its number in 320 px. */
const NAME = 24

type Props = { readonly lines: ReadonlyArray<ResultLine>; readonly unit: string; readonly caption: string }

/** Votes for each of several choices, in the order of the list. */
export function ChoiceBars({ caption, lines, unit }: Props) {
  const most = Math.max(0, ...lines.map(({ pct }) => Number(pct)))
  return (
    <>
      <svg
        className="chart"
        height={lines.length * ROW}
        role="img"
        aria-label={lines.map(({ label, pct, wins }) => `${label} ${pct} percent${wins ? ", wins" : ""}`).join(", ")}
      >
        {lines.map(({ key, label, pct, shown, wins }, row) => (
          <g key={key}>
            <text className="ink" x="0" y={row * ROW + LINE}>
              {label.length > NAME ? `${label.slice(0, NAME - 1)}…` : label}
            </text>
            <text className="ink end" x="100%" y={row * ROW + LINE}>
              {shown} · {pct}%
            </text>
            <rect
              className={wins ? "for" : "soft"}
              x="0"
              y={row * ROW + BAR.top}
              width={percent(most === 0 ? 0 : (Number(pct) * 100) / most)}
              height={BAR.height}
            />
          </g>
        ))}
      </svg>
      <AsTable
        caption={caption}
        columns={["Choice", "Voters", unit, "Share"]}
        rows={lines.map(({ label, pct, shown, voters }) => [label, String(voters), shown, `${pct}%`])}
      />
    </>
  )
}
