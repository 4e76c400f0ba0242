import { Block } from "~/components/base/parts/block"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { readable } from "~/effects/base/amounts/readable"
import { counted } from "~/effects/base/text/counted"
import type { BudgetView } from "~/effects/treasury/budgets/views"

/** What others sent there is taken off what came back; what the account lacks at the end left it without this site. */
const restWords = ({ leftToken, state }: BudgetView): string =>
  leftToken.startsWith("-")
    ? "Sent there by others, and returned too"
    : state === "ended" && leftToken !== "0"
      ? "Left behind, or taken out without this site"
      : "Still in the parked account"

/** Where the budget went: every line adds up to what was parked. */
export function BudgetSums({ budget }: { readonly budget: BudgetView }) {
  const { digest, fees, leftFees, leftToken, made, paid, parked, returned, returnedFees, spent, symbol, total } = budget
  if (parked === null) return null
  const lines: ReadonlyArray<readonly [string, string, string]> = [
    [`Paid, ${counted(made, "payment")}`, paid, "0"],
    ["Fees of the site's transactions", "0", spent],
    ["Returned to the treasury", returned, returnedFees],
    [restWords(budget), leftToken, leftFees]
  ]
  const inXrd = "Fees, XRD"
  return (
    <Block id="sums" title="Where the budget went">
      <div className="stack">
        <div className="scroll">
          <table className="table" data-cards>
            <caption className="visually-hidden">What became of what was parked</caption>
            <thead>
              <tr>
                <th scope="col">What became of it</th>
                <th scope="col" className="num">
                  {symbol}
                </th>
                <th scope="col" className="num">
                  {inXrd}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(([words, token, xrd]) => (
                <tr key={words}>
                  <th scope="row" data-head>
                    {words}
                  </th>
                  <td className="num" data-label={symbol}>
                    {readable(token)}
                  </td>
                  <td className="num" data-label={inXrd}>
                    {readable(xrd)}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Together, as parked</th>
                <td className="num" data-label={symbol}>
                  {readable(total)}
                </td>
                <td className="num" data-label={inXrd}>
                  {readable(fees)}
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
        <p className="small">
          The parked account: <LedgerAddress kind="account" address={parked} />
        </p>
        <p className="small muted">
          Code of the terms on it: <code className="digest">{digest}</code>
        </p>
      </div>
    </Block>
  )
}
