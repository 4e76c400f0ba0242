import { Link } from "@remix-run/react"
import { useFrame } from "~/components/base/site/use-frame"
import { lastDay, sumOf } from "~/components/treasury/budgets/words"
import type { BudgetBar } from "~/effects/treasury/treasury/view"
import { PartBar, PartSwatch } from "./part-bar"

/** Each budget in escrow: spent, promised to ordered payments, and left. */
export function BudgetBars({ budgets }: { readonly budgets: ReadonlyArray<BudgetBar> }) {
  const { id } = useFrame()
  return (
    <div className="stack">
      <ul className="legend">
        <li>
          <PartSwatch fill="spent" /> Spent
        </li>
        <li>
          <PartSwatch fill="due" /> Promised
        </li>
        <li>
          <PartSwatch fill="track" /> Left
        </li>
      </ul>
      <ul className="budgets">
        {budgets.map((budget) => {
          const { left, number, promised, shares, spent, symbol, title, total } = budget
          const words = `${sumOf(spent, symbol)} spent and ${sumOf(promised, symbol)} promised of ${sumOf(total, symbol)}`
          return (
            <li key={number}>
              <h3>
                <Link to={`/community/detail/${id}/budgets?b=${number}`}>{title}</Link>
              </h3>
              <span className="num">{sumOf(left, symbol)} left</span>
              <PartBar
                label={`${title}: ${words}`}
                track
                parts={[
                  ["spent", shares.spent],
                  ["due", shares.promised]
                ]}
              />
              <p className="small muted">
                {words}, until {lastDay(budget)}
              </p>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
