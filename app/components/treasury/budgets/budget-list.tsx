import { Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { DeployFirst } from "~/components/base/parts/nothing-here"
import { SilentLedger } from "~/components/base/parts/silent-ledger"
import { useFrame } from "~/components/base/site/use-frame"
import { StateMark } from "~/components/treasury/payouts/state-mark"
import { type BudgetsPage, stateWords } from "~/effects/treasury/budgets/views"
import { SpendingRules } from "./spending-rules"
import { lastDay, sumOf, toneOf } from "./words"

/** The spending rules with who enforces each, and the budgets. Visible to everybody who can read the community. */
export function BudgetList({ page }: { readonly page: BudgetsPage }) {
  const { name, stage } = useFrame()
  const { budgets, hasRelayer, isFirstPage, isHolder, next } = page
  return (
    <div className="stack" data-gap="l">
      <header className="stack">
        <div className="block__head">
          <h1>Budgets</h1>
          {isHolder && hasRelayer && (
            <Link className="button" data-kind="primary" data-size="s" to="?new=1">
              New budget
            </Link>
          )}
        </div>
        <p>
          What can be spent from the treasury of {name}, and whether the ledger or this site enforces each rule. A
          budget is set aside in advance: the full amount stays in escrow until it is paid out or the last day has
          passed.
        </p>
      </header>
      <SpendingRules page={page} />
      <Block id="budgets" title="All budgets">
        <div className="stack">
          <Missing page={page} isDeployed={stage === "deployed"} />
          {budgets.length > 0 && <BudgetTable budgets={budgets} />}
          <nav className="row" aria-label="Pages">
            {!isFirstPage && <Link to="?">Newest</Link>}
            {next !== null && <Link to={`?before=${next}`}>Older budgets</Link>}
          </nav>
        </div>
      </Block>
    </div>
  )
}

/** Why the list is empty, or why no budget can be set up. */
function Missing({ isDeployed, page }: { readonly page: BudgetsPage; readonly isDeployed: boolean }) {
  const { budgets, hasRelayer, isHolder, isUnsure } = page
  return (
    <>
      {isUnsure && <SilentLedger>We cannot check who holds an admin badge.</SilentLedger>}
      {budgets.length === 0 && <p>No budgets yet.</p>}
      {!isDeployed && <DeployFirst />}
      {isDeployed && !hasRelayer && (
        <p className="small muted">
          Budgets are paid with this site's relayer key, which the operator of this site has not set up.
        </p>
      )}
      {isDeployed && hasRelayer && !isHolder && !isUnsure && (
        <p className="small muted">Anyone with an admin badge of this community can set one up.</p>
      )}
    </>
  )
}

function BudgetTable({ budgets }: Pick<BudgetsPage, "budgets">) {
  return (
    <div className="scroll">
      <table className="table" data-cards>
        <caption className="visually-hidden">Budgets, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Budget</th>
            <th scope="col" className="num">
              Paid
            </th>
            <th scope="col" className="num">
              Of
            </th>
            <th scope="col">Last day</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {budgets.map((budget) => (
            <tr key={budget.number}>
              <th scope="row">
                <span>
                  <span className="muted small">{budget.number} · </span>
                  <Link to={`?b=${budget.number}`}>{budget.title}</Link>
                </span>
              </th>
              <td className="num" data-label="Paid">
                {sumOf(budget.escrow?.paid ?? "0", budget.symbol)}
              </td>
              <td className="num" data-label="Of">
                {sumOf(budget.total, budget.symbol)}
              </td>
              <td data-label="Last day">{lastDay(budget)}</td>
              <td data-label="State">
                <Mark budget={budget} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Mark({ budget }: { readonly budget: BudgetsPage["budgets"][number] }) {
  const tone = toneOf(budget)
  const word = budget.state === "funded" && budget.escrow?.isPaused === true ? "Paused" : stateWords[budget.state]
  return <StateMark said={{ word, ...(tone !== undefined && { tone }) }} />
}
