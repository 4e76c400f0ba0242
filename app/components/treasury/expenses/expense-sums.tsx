import { Link } from "@remix-run/react"
import { readable } from "~/effects/base/amounts/readable"
import type { SumsPage } from "~/effects/treasury/expenses/views"

/** Sums by category and token of a year or a month, next to what is left of each category's budget. */
export function ExpenseSums({ page: { isReviewer, isTooMany, period, sums } }: { readonly page: SumsPage }) {
  const year = Number(period.slice(0, 4))
  const months = Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`)
  return (
    <div className="stack" data-gap="l">
      <header className="stack">
        <p className="eyebrow">
          <Link to="?">Expenses</Link>
        </p>
        <h1>Expenses of {period} by category</h1>
        <p>By the day on the receipt. Refused and withdrawn expenses do not count.</p>
        <nav className="row" aria-label="Periods">
          <Link to={`?sums=${year - 1}`}>{year - 1}</Link>
          <Link to={`?sums=${year}`}>{year}</Link>
          <Link to={`?sums=${year + 1}`}>{year + 1}</Link>
        </nav>
        <nav className="row" aria-label="Months">
          {months.map((month) => (
            <Link key={month} to={`?sums=${month}`} aria-current={month === period ? "page" : undefined}>
              {month.slice(5)}
            </Link>
          ))}
        </nav>
      </header>
      {isTooMany && <p>There are more than 5,000 expenses in this period. Choose a month.</p>}
      {!isTooMany && sums.length === 0 && <p>No expenses in this period.</p>}
      {sums.length > 0 && (
        <div className="scroll">
          <table className="table" data-cards>
            <caption className="visually-hidden">Sums by category and token</caption>
            <thead>
              <tr>
                <th scope="col">Category</th>
                <th scope="col" className="num">
                  Paid
                </th>
                <th scope="col" className="num">
                  Approved, not paid
                </th>
                {isReviewer && (
                  <th scope="col" className="num">
                    Not decided
                  </th>
                )}
                <th scope="col">Budget</th>
              </tr>
            </thead>
            <tbody>
              {sums.map(({ approved, budget, category, many, paid, symbol, waiting }) => (
                <tr key={`${category} ${symbol}`}>
                  <th scope="row">
                    {category} <small className="muted">{many}</small>
                  </th>
                  <td className="num" data-label="Paid">
                    {readable(paid)} {symbol}
                  </td>
                  <td className="num" data-label="Approved, not paid">
                    {readable(approved)} {symbol}
                  </td>
                  {isReviewer && (
                    <td className="num" data-label="Not decided">
                      {readable(waiting)} {symbol}
                    </td>
                  )}
                  <td data-label="Budget">
                    {budget === null
                      ? "None"
                      : `${budget.title}: ${readable(budget.left)} of ${readable(budget.total)} ${symbol} left`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  )
}
