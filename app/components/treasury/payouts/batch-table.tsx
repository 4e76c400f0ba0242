import { CopyButton } from "~/components/base/parts/copy-button"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { readable } from "~/effects/base/amounts/readable"
import type { Batch } from "~/effects/treasury/payouts/Distribution"
import { StateMark } from "./state-mark"
import { batchWords } from "./state-words"

type Props = {
  readonly batches: ReadonlyArray<Batch>
  readonly symbol: string
  /** The relayer pays the batches, so no wallet is asked to sign them. */
  readonly isBySite: boolean
}

/** Table of batches, each with its transaction. */
export function BatchTable({ batches, isBySite, symbol }: Props) {
  return (
    <div className="scroll">
      <table className="table" data-cards>
        <caption className="visually-hidden">Batches</caption>
        <thead>
          <tr>
            <th scope="col">Batch</th>
            <th scope="col" className="num">
              People
            </th>
            <th scope="col" className="num">
              {symbol}
            </th>
            <th scope="col">State</th>
            <th scope="col">Transaction</th>
          </tr>
        </thead>
        <tbody>
          {batches.map(({ amount, error, n, people, state, txId }) => (
            <tr key={n}>
              <th scope="row" data-label="Batch">
                Batch {n}
              </th>
              <td className="num" data-label="People">
                {people}
              </td>
              <td className="num" data-label={symbol}>
                {readable(amount)}
              </td>
              <td data-label="State">
                <span>
                  <StateMark said={isBySite && state === "signing" ? batchWords.ready : batchWords[state]} />
                  {error !== null && <span className="small"> {error}</span>}
                </span>
              </td>
              <td data-label="Transaction">
                {txId === null ? (
                  "–"
                ) : (
                  <span className="row">
                    <LedgerAddress kind="transaction" address={txId} />
                    <CopyButton text={txId} what={`the transaction ID of batch ${n}`} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
