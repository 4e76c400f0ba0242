import { Link } from "@remix-run/react"
import { shortAddress } from "~/components/base/text/short-address"
import type { Distribution } from "~/effects/treasury/distributions/Distribution"
import type { RowView } from "~/effects/treasury/distributions/views"
import { amountWords } from "./amount-words"
import { StateMark } from "./state-mark"
import { rowWords } from "./state-words"

type Props = {
  readonly run: Distribution
  readonly rows: ReadonlyArray<RowView>
  readonly next: number | null
  readonly isFirstPage: boolean
}

/** Rows as they stand: line, account, member, amount, state and its reason. */
export function RowTable({ isFirstPage, next, rows, run }: Props) {
  return (
    <>
      <div className="scroll">
        <table className="table" data-cards>
          <caption className="visually-hidden">Lines of the list</caption>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Account</th>
              <th scope="col">Member</th>
              <th scope="col" className="num">
                Amount, {run.symbol}
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td data-label="Line">{row.line}</td>
                <th scope="row" data-label="Account">
                  <span className="address" title={row.account}>
                    {row.account === "" ? "none" : shortAddress(row.account)}
                  </span>
                  {row.note !== "" && <span className="small muted"> {row.note}</span>}
                </th>
                <td data-label="Member">{row.name}</td>
                <td className="num" data-label={`Amount, ${run.symbol}`}>
                  {row.state === "error" ? row.amount || "none" : amountWords(row.amount)}
                </td>
                <td data-label="State">
                  <span>
                    <StateMark said={rowWords[row.state]} />
                    {row.error !== null && <span className="small"> {row.error}</span>}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {(next !== null || !isFirstPage) && (
        <nav className="row" aria-label="Pages of the list">
          {!isFirstPage && <Link to={`?d=${run.number}`}>First lines</Link>}
          {next !== null && <Link to={`?d=${run.number}&after=${next}`}>Further lines</Link>}
        </nav>
      )}
    </>
  )
}
