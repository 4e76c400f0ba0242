import type { ResultLine } from "~/effects/proposals/views"
import { AsTable } from "../charts/chart-frame"
import { percent } from "../charts/fills"

const ROW = 30

type Props = { readonly lines: ReadonlyArray<ResultLine>; readonly unit: string; readonly caption: string }

/** Votes for each of several choices, in the order of the list. The number stands beside its bar. */
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
            <text className="ink" x="0" y={row * ROW + 19}>
              {label.length > 24 ? `${label.slice(0, 23)}…` : label}
            </text>
            <svg x="45%" width="33%" y={row * ROW} height={ROW} aria-hidden="true">
              <rect
                className={wins ? "for" : "soft"}
                x="0"
                y="5"
                width={percent(most === 0 ? 0 : (Number(pct) * 100) / most)}
                height="20"
              />
            </svg>
            <text className="ink end" x="100%" y={row * ROW + 19}>
              {shown} · {pct} %
            </text>
          </g>
        ))}
      </svg>
      <AsTable
        caption={caption}
        columns={["Choice", "Voters", unit, "Share"]}
        rows={lines.map(({ label, pct, shown, voters }) => [label, String(voters), shown, `${pct} %`])}
      />
    </>
  )
}
