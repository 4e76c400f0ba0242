import { Block } from "~/components/base/parts/block"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import type { ParkingView, RunPage } from "~/effects/treasury/distributions/views"
import { amountWords } from "./amount-words"

/** What others sent there is taken off what came back; what the account lacks at the end left it without this site. */
const restWords = ({ leftToken, state }: ParkingView): string =>
  leftToken.startsWith("-")
    ? "Sent there by others, and returned too"
    : state === "ended" && leftToken !== "0"
      ? "Taken out without this site"
      : "Still in the parked account"

/** Where the parked money went: every line adds up to what was parked. */
export function ParkedSums({ page: { run }, parking }: { readonly page: RunPage; readonly parking: ParkingView }) {
  if (parking.parked === null) return null
  const lines: ReadonlyArray<readonly [string, string, string]> = [
    [`Paid or left to claim, ${parking.batches} ${parking.batches === 1 ? "batch" : "batches"}`, parking.paid, "0"],
    ["Fees of the site's transactions", "0", parking.spent],
    ["Returned to the treasury", parking.returned, parking.returnedFees],
    [restWords(parking), parking.leftToken, parking.leftFees]
  ]
  const fees = `Fees, XRD`
  return (
    <Block id="parked-sums" title="Where the parked money went">
      <div className="stack">
        <div className="scroll">
          <table className="table" data-cards>
            <caption className="visually-hidden">What became of what was parked</caption>
            <thead>
              <tr>
                <th scope="col">What became of it</th>
                <th scope="col" className="num">
                  {run.symbol}
                </th>
                <th scope="col" className="num">
                  {fees}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map(([words, token, xrd]) => (
                <tr key={words}>
                  <th scope="row" data-head>
                    {words}
                  </th>
                  <td className="num" data-label={run.symbol}>
                    {amountWords(token)}
                  </td>
                  <td className="num" data-label={fees}>
                    {amountWords(xrd)}
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Together, as parked</th>
                <td className="num" data-label={run.symbol}>
                  {amountWords(parking.total)}
                </td>
                <td className="num" data-label={fees}>
                  {amountWords(parking.fees)}
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
        <p className="small">
          The parked account: <LedgerAddress kind="account" address={parking.parked} />
        </p>
        <p className="small muted">
          Code of the list on it: <code className="digest">{parking.digest}</code>
        </p>
      </div>
    </Block>
  )
}
