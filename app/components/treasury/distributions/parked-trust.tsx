import { Notice } from "~/components/base/parts/notice"
import { readable } from "~/effects/base/amounts/readable"

const YES_TRUST = "Yes: this is what you trust"

/** What each could do while a payout is parked: admin, site's key, recipient. */
const acts: ReadonlyArray<readonly [string, string, string, string]> = [
  ["Send the batches of this list", "After taking the money back", "Yes", "No"],
  ["Change the list or an amount", "No", "No: its code is locked", "No"],
  ["Pay a batch twice by mistake", "No", "No", "No"],
  ["Send parked money to somebody else", "Yes", YES_TRUST, "No"],
  ["Bring the unpaid rest back", "Yes, at any moment", "Yes, into the treasury", "No"],
  ["Touch the rest of the treasury", "Yes, as today", "No", "No"],
  [
    "Claim what an account refused",
    "Can take it back at any moment, to any account; this site offers it after its date",
    "No",
    "Yes, their own"
  ]
]
const who = ["An admin", "The site's key", "A recipient"] as const

/** The same where keepers parked: nothing of it is for one of them alone but to stop it. */
const keptActs: typeof acts = [
  ["Send the batches of this list", "Together, after taking the money back", "Yes", "No"],
  ["Change the list or an amount", "No", "No: its code is locked", "No"],
  ["Pay a batch twice by mistake", "No", "No", "No"],
  ["Send parked money to somebody else", "Together", YES_TRUST, "No"],
  ["Pause it, or stop it", "Each of them", "Pays nothing while it is paused or stopped", "No"],
  ["Bring the unpaid rest back", "Together, at any moment", "Yes, into the treasury", "No"],
  ["Touch the rest of the treasury", "Together, as today", "No", "No"],
  [
    "Claim what an account refused",
    "Together, at any moment and to any account; this site offers it after its date",
    "No",
    "Yes, their own"
  ]
]

interface Props {
  readonly total: string
  readonly symbol: string
  readonly fees: string
  /** Null before the rows are fixed. */
  readonly digest: string | null
  /** Keepers park it, together. */
  readonly isKept?: boolean
}

/** The trust, where it is given: what the site's key could do wrong, and nothing else. */
export function ParkedTrust({ digest, fees, isKept = false, symbol, total }: Props) {
  const columns = isKept ? (["The signers", who[1], who[2]] as const) : who
  return (
    <div className="stack">
      <Notice>
        <p>
          <strong>What you trust the site with.</strong> Its key could send what is parked to the wrong accounts:{" "}
          {readable(total)} {symbol} and {readable(fees)} XRD at most. This page, the activity and a message to the
          admins would name it within about a minute, and the site would pay nothing more. It can reach nothing else of
          the treasury.
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
                {columns.map((each) => (
                  <th key={each} scope="col">
                    {each}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(isKept ? keptActs : acts).map(([act, ...cells]) => (
                <tr key={act}>
                  <th scope="row" data-head>
                    {act}
                  </th>
                  {cells.map((cell, index) => (
                    <td key={columns[index]} data-label={columns[index]}>
                      {cell === YES_TRUST ? <strong>{cell}</strong> : <span>{cell}</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      {digest !== null && (
        <p className="small">
          Code of this list, which will be locked on the parked account:{" "}
          <code className="digest" data-block>
            {digest}
          </code>
        </p>
      )}
    </div>
  )
}
