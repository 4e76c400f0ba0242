import { Link } from "@remix-run/react"
import { RowMore } from "~/components/base/parts/row-more"
import { shortAddress } from "~/components/base/text/short-address"
import { readable } from "~/effects/base/amounts/readable"
import type { Distribution } from "~/effects/treasury/payouts/Distribution"
import type { RowView } from "~/effects/treasury/payouts/views"
import { StateMark } from "./state-mark"
import { rowWords } from "./state-words"

type Props = {
  readonly run: Distribution
  readonly rows: ReadonlyArray<RowView>
  readonly next: number | null
  readonly isFirstPage: boolean
}

/** Table of rows: line, recipient, amount, state and its reason. On a phone the normal state is not shown. */
export function RowTable({ isFirstPage, next, rows, run }: Props) {
  return (
    <>
      <div className="scroll">
        <table className="table" data-cards data-lines>
          <caption className="visually-hidden">Lines of the list</caption>
          <thead>
            <tr>
              <th scope="col" data-line="rest">
                Line
              </th>
              <th scope="col" data-line="name">
                Recipient
              </th>
              <th scope="col" className="num" data-line="fact">
                Amount, {run.symbol}
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.line}>
                <td data-label="Line" data-line="rest">
                  {row.line}
                </td>
                <th scope="row">
                  <span>
                    {row.name !== null && <>{row.name} </>}
                    <span className="address" title={row.account} data-line={row.name === null ? undefined : "rest"}>
                      {row.account === "" ? "none" : shortAddress(row.account)}
                    </span>
                    {row.note !== "" && (
                      <span className="small muted" data-line="rest">
                        {" "}
                        {row.note}
                      </span>
                    )}
                  </span>
                  <RowMore what={`line ${row.line}`} />
                </th>
                <td className="num" data-label={`Amount, ${run.symbol}`} data-line="fact">
                  {row.state === "error" ? row.amount || "none" : readable(row.amount)}
                </td>
                <td data-label="State" data-line={rowWords[row.state].tone === "ok" ? "rest" : "below"}>
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
          {next !== null && <Link to={`?d=${run.number}&after=${next}`}>More lines</Link>}
        </nav>
      )}
    </>
  )
}
