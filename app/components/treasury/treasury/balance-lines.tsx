import { StepChart } from "~/components/base/charts/step-chart"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import { inUtc } from "~/effects/base/text/moments"
import type { BalanceLine } from "~/effects/treasury/treasury/view"

const DAY_MS = 86_400_000

/** Each token's balance over time, in a chart and scale of its own, since tokens have no common price. */
export function BalanceLines({ lines, now }: { readonly lines: ReadonlyArray<BalanceLine>; readonly now: number }) {
  if (lines.length === 0) return <p className="muted">Nothing has moved yet.</p>
  return (
    <div className="stack" data-gap="l">
      {lines.map((line) => (
        <TokenLine key={line.resource} line={line} now={now} />
      ))}
    </div>
  )
}

function TokenLine({ line, now }: { readonly line: BalanceLine; readonly now: number }) {
  const { days, highest, isBehind, name, points } = line
  const [first] = points
  const last = points.at(-1)
  if (first === undefined || last === undefined) return null
  const top = `${readable(highest.balance)} ${name}`
  const isThinned = days > points.length
  return (
    <div className="stack" data-gap="s">
      <h3 className="h4">{name}</h3>
      <StepChart
        name={`Balance of ${name} from ${inUtc("day", first.at)}: highest ${top}, last ${readable(last.balance)}`}
        says={
          <>
            <b className="num">
              {readable(last.balance)} {name}
            </b>{" "}
            since {inUtc("day", last.at)}
            {highest.at !== last.at && `; the highest was ${top}, on ${inUtc("day", highest.at)}`}.
            {isBehind && " The ledger shows a different balance now: not every movement is recorded yet."}
          </>
        }
        steps={points.map(({ at, balance }) => ({ at, value: Number(balance) }))}
        until={Math.max(now, last.at + DAY_MS)}
        dates={[inUtc("day", first.at), "today"]}
        top={top}
        table={{
          caption: `Balance of ${name}`,
          columns: ["Day", `Balance, ${name}`],
          rows: points.map(({ at, balance }) => [inUtc("day", at), readable(balance)] as const)
        }}
      />
      {isThinned && (
        <p className="small muted">
          It moved on {counted(days, "day")}; the chart shows {points.length} of them, spread evenly. The file below has
          all movements.
        </p>
      )}
    </div>
  )
}
