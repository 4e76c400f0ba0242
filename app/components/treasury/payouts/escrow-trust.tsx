import { Notice } from "~/components/base/parts/notice"
import { Term } from "~/components/base/parts/term"
import { readable } from "~/effects/base/amounts/readable"

const YES_TRUST = "Yes: this is what you trust it with"

/** What an admin, the relayer and a recipient could each do while a payout is in escrow. */
const rules: ReadonlyArray<readonly [string, string, string, string]> = [
  ["Send the batches of this list", "After withdrawing the money", "Yes", "No"],
  ["Change the list or an amount", "No", "No: its hash is locked", "No"],
  ["Pay a batch twice by mistake", "No", "No", "No"],
  ["Send money from escrow to someone else", "Yes", YES_TRUST, "No"],
  ["Return the unpaid rest", "Yes, at any time", "Yes, to the treasury", "No"],
  ["Spend the rest of the treasury", "Yes, as today", "No", "No"],
  [
    "Claim what an account refused",
    "Can take it back at any time, to any account; this site offers it only after its date",
    "No",
    "Yes, their own payment"
  ]
]
const who = ["An admin", "The relayer", "A recipient"] as const

/** The same where signers funded the escrow: one of them alone can only pause or stop it. */
const multisigRules: typeof rules = [
  ["Send the batches of this list", "Together, after withdrawing the money", "Yes", "No"],
  ["Change the list or an amount", "No", "No: its hash is locked", "No"],
  ["Pay a batch twice by mistake", "No", "No", "No"],
  ["Send money from escrow to someone else", "Together", YES_TRUST, "No"],
  ["Pause or stop it", "Each of them", "Pays nothing while it is paused or stopped", "No"],
  ["Return the unpaid rest", "Together, at any time", "Yes, to the treasury", "No"],
  ["Spend the rest of the treasury", "Together, as today", "No", "No"],
  [
    "Claim what an account refused",
    "Together, at any time and to any account; this site offers it only after its date",
    "No",
    "Yes, their own payment"
  ]
]

interface Props {
  readonly total: string
  readonly symbol: string
  readonly fees: string
  /** Null before the rows are fixed. */
  readonly digest: string | null
  /** A multisig treasury: the signers fund the escrow together. */
  readonly isMultisig?: boolean
}

/** Explains who can move the money in escrow, and what the relayer could do wrong. */
export function EscrowTrust({ digest, fees, isMultisig = false, symbol, total }: Props) {
  const columns = isMultisig ? (["The signers", who[1], who[2]] as const) : who
  return (
    <div className="stack">
      <Notice>
        <p>
          <strong>Who can do what with the money.</strong> The site's relayer key could send what is in escrow to the
          wrong accounts: at most {readable(total)} {symbol} and {readable(fees)} XRD. This page, the activity and a
          message to the admins would name it within about a minute, and the site would pay nothing more. The key cannot
          reach anything else in the treasury.
        </p>
        <div className="row small">
          <Term of="escrow">What is escrow?</Term>
          <Term of="relayer">What is the relayer key?</Term>
        </div>
      </Notice>
      <details>
        <summary>Who can do what while the payout runs</summary>
        <div className="scroll">
          <table className="table" data-cards>
            <caption className="visually-hidden">Who can do what while the payout runs</caption>
            <thead>
              <tr>
                <th scope="col">Action</th>
                {columns.map((each) => (
                  <th key={each} scope="col">
                    {each}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {(isMultisig ? multisigRules : rules).map(([what, ...cells]) => (
                <tr key={what}>
                  <th scope="row" data-head>
                    {what}
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
          Hash of this list, which will be locked on the escrow account:{" "}
          <code className="digest" data-block>
            {digest}
          </code>
        </p>
      )}
    </div>
  )
}
