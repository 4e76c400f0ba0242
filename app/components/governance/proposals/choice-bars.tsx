import { AsTable } from "~/components/base/charts/chart-frame"
import { percent } from "~/components/base/charts/fills"
import type { ResultLine } from "~/effects/governance/proposals/views"

/** A line with name and number, and the bar below it: side by side they do not fit a phone. */
const ROW = 46
const LINE = 17
const BAR = { top: 24, height: 14 }
/** Characters of a name beside its number in 320 px. */
const NAME = 24

type Props = { readonly lines: ReadonlyArray<ResultLine>; readonly unit: string; readonly caption: string }

/** Votes for each of several choices, in the order of the list. The number stands above its bar. */
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
