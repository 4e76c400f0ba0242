import { Notice } from "~/components/base/parts/notice"
import { amountWords } from "./amount-words"

const YES_TRUST = "Yes: this is what you trust"

/** What each could do while a payout is parked: admin, site's key, recipient. */
const acts: ReadonlyArray<readonly [string, string, string, string]> = [
  ["Send the batches of this list", "After taking the money back", "Yes", "No"],
  ["Change the list or an amount", "No", "No: its code is locked", "No"],
  ["Pay a batch twice by mistake", "No", "No", "No"],
  ["Send parked money to somebody else", "Yes", YES_TRUST, "No"],
  ["Bring the unpaid rest back", "Yes, at any moment", "Yes, into the treasury", "No"],
  ["Touch the rest of the treasury", "Yes, as today", "No", "No"],
  ["Claim what an account refused", "Can take it back after its date", "No", "Yes, their own"]
]
const who = ["An admin", "The site's key", "A recipient"] as const

interface Props {
  readonly total: string
  readonly symbol: string
  readonly fees: string
  readonly digest: string
}

/** The trust, where it is given: what the site's key could do wrong, and nothing else. */
export function ParkedTrust({ digest, fees, symbol, total }: Props) {
  return (
    <div className="stack">
      <Notice>
        <p>
          <strong>What you trust the site with.</strong> Its key could send what is parked to the wrong accounts:{" "}
          {amountWords(total)} {symbol} and {amountWords(fees)} XRD at most, and everybody would see it at once against
          the code below. It can reach nothing else of the treasury.
        </p>
      </Notice>
      <details>
        <summary>Who could do what while it runs</summary>
        <div className="scroll">
          <table className="table" data-cards>
            <caption className="visually-hidden">Who could do what while the payout runs</caption>
            <thead>
              <tr>
                <th scope="col">Act</th>
                {who.map((each) => (
                  <th key={each} scope="col">
                    {each}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {acts.map(([act, ...cells]) => (
                <tr key={act}>
                  <th scope="row" data-head>
                    {act}
                  </th>
                  {cells.map((cell, index) => (
                    <td key={who[index]} data-label={who[index]}>
                      {cell === YES_TRUST ? <strong>{cell}</strong> : <span>{cell}</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <p className="small">
        Code of this list, which will be locked on the parked account:{" "}
        <code className="digest" data-block>
          {digest}
        </code>
      </p>
    </div>
  )
}
