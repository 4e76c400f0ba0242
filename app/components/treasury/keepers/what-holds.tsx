import { KeptBy, KeptByKey } from "~/components/base/parts/kept-by"
import { Notice } from "~/components/base/parts/notice"
import { inWords } from "./numbers"

type Props = { readonly needed: number; readonly keepers: number; readonly isByKeys?: boolean }

export const rules = (many: string) =>
  [
    ["Spend from the treasury", `${many} signers`, "ledger"],
    ["Issue a bond, set money or units aside, and take them back", `${many} signers`, "ledger"],
    ["Pay lists and settle orders from what is set aside", "The site's key", "ledger"],
    ["Stop a payout, or a bond of which nothing is sold; it goes back to the treasury", "Any one admin badge", "site"],
    ["Add, replace or retire a signer, or end multisig", `${many} signers`, "ledger"],
    ["Carry out what all who were asked have signed", "Anybody, exactly as signed and once", "ledger"],
    ["Use a signature for anything else than its request", "Nobody, this site included", "ledger"],
    ["Read, send or stop a request before its last signature", "This site, which cannot sign", "site"],
    ["Make a further admin badge, or more of a mintable token", "Any one admin badge", "ledger"],
    ["Take what waits unclaimed from earlier payouts, to any account", "Any one admin badge", "ledger"]
  ] as const

/** What needs several people, and whether the ledger or this site holds to it. */
export function WhatHolds({ isByKeys = false, keepers, needed }: Props) {
  const many = `${inWords(needed)} of ${inWords(keepers)}`
  return (
    <section className="stack" aria-labelledby="holds">
      <h2 id="holds">What needs {inWords(needed)} people</h2>
      <table className="table" data-cards="text">
        <caption className="visually-hidden">Rules of the treasury and what holds them</caption>
        <thead>
          <tr>
            <th scope="col">Act</th>
            <th scope="col">Who must agree</th>
            <th scope="col">Held</th>
          </tr>
        </thead>
        <tbody>
          {rules(many).map(([act, who, by]) => (
            <tr key={act}>
              <td>{act}</td>
              <td data-label="Who must agree">{who}</td>
              <td data-label="Held">
                <KeptBy keeper={by} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <KeptByKey />
      <Notice>
        <p>
          <b>What this leaves.</b> A signature is good for exactly its request until that ends, also where it was taken
          back here. Nobody undoes one alone. A rule of before that is set again makes signatures under it good again,
          as long as they have not ended.
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
