import { StepChart } from "~/components/base/charts/step-chart"
import { readable } from "~/effects/base/amounts/readable"
import { inUtc } from "~/effects/base/text/moments"
import type { Statement } from "~/effects/treasury/statements/statementView"

/** The balance over the period of the token that moved most. */
export function BalanceCurve({ statement: { curve, isRunning, now, period } }: { readonly statement: Statement }) {
  const last = curve?.points.at(-1)
  if (curve === null || last === undefined) return null
  const { highest, lowest, name, points } = curve
  const [first] = points
  const top = `${readable(highest.balance)} ${name}`
  const end = isRunning ? now : period.to
  return (
    <section className="statement__part" aria-labelledby="curve">
      <h2 id="curve" className="h3">
        {name} over the {period.kind}
      </h2>
      <StepChart
        name={`Balance of ${name} from ${inUtc("day", period.from)}: highest ${top}, last ${readable(last.balance)}`}
        says={
          <>
            {name} began the {period.kind} at <b className="num">{readable(first?.balance ?? "0")}</b> and{" "}
            {isRunning ? "is now at" : "ended at"} <b className="num">{readable(last.balance)}</b>. The highest balance
            was <span className="num">{readable(highest.balance)}</span>, from {inUtc("day", highest.at)}; the lowest
            was <span className="num">{readable(lowest.balance)}</span>, from {inUtc("day", lowest.at)}.
          </>
        }
        steps={points.map(({ at, balance }) => ({ at, value: Number(balance) }))}
        until={end}
        dates={[inUtc("day", period.from), isRunning ? "now" : inUtc("day", end - 1)]}
        top={top}
        table={{
          caption: `Balance of ${name}`,
          columns: ["Day", `Balance, ${name}`],
          rows: points.map(({ at, balance }, index) => [
            index === 0 ? `${inUtc("day", at)}, opening` : inUtc("day", at),
            readable(balance)
          ])
        }}
      />
    </section>
  )
}
