import { EnforcedBy, EnforcedByKey } from "~/components/base/parts/enforced-by"
import { Notice } from "~/components/base/parts/notice"
import { inWords } from "./names"

type Props = { readonly needed: number; readonly signers: number; readonly isByKeys?: boolean }

export const rules = (many: string) =>
  [
    ["Spend from the treasury", `${many} signers`, "ledger"],
    ["Issue a bond, move money or units into escrow, and withdraw them", `${many} signers`, "ledger"],
    ["Pay lists and settle orders from escrow", "The relayer", "ledger"],
    ["Stop a payout, or a bond with no sales yet; the money goes back to the treasury", "Any one admin badge", "site"],
    ["Add, replace or retire a signer, or end multisig", `${many} signers`, "ledger"],
    ["Submit a request that enough signers have signed", "Anyone, exactly as signed and once", "ledger"],
    ["Use a signature for anything other than its request", "Nobody, this site included", "ledger"],
    ["Read, send or stop a request before its last signature", "This site, which cannot sign", "site"],
    ["Make another admin badge, or more of a mintable token", "Any one admin badge", "ledger"],
    ["Take unclaimed money of earlier payouts, to any account", "Any one admin badge", "ledger"]
  ] as const

/** What needs several people, and whether the ledger or this site enforces it. */
export function WhatHolds({ isByKeys = false, signers, needed }: Props) {
  const many = `${inWords(needed)} of ${inWords(signers)}`
  return (
    <section className="stack" aria-labelledby="holds">
      <h2 id="holds">What needs {inWords(needed)} people</h2>
      <table className="table" data-cards="text">
        <caption className="visually-hidden">Rules of the treasury and what enforces them</caption>
        <thead>
          <tr>
            <th scope="col">Action</th>
            <th scope="col">Who must agree</th>
            <th scope="col">Enforced by</th>
          </tr>
        </thead>
        <tbody>
          {rules(many).map(([request, who, by]) => (
            <tr key={request}>
              <td>{request}</td>
              <td data-label="Who must agree">{who}</td>
              <td data-label="Held">
                <EnforcedBy enforcer={by} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <EnforcedByKey />
      <Notice>
        <p>
          <b>What this leaves.</b> A signature is good for exactly its request until that expires, even if the request
          is withdrawn here. Nobody can undo one alone. If a former rule is set again, signatures under it become good
          again, as long as they have not expired.
        </p>
        {isByKeys && (
          <p>
            The rule counts keys, not badges or accounts. A signer who loses or replaces their key cannot approve until
            the other signers put a new key in its place.
          </p>
        )}
      </Notice>
    </section>
  )
}
