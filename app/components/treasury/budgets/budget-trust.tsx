import { Notice } from "~/components/base/parts/notice"
import { Term } from "~/components/base/parts/term"
import { enforcedByText } from "~/components/treasury/payouts/enforced-by-text"
import type { BudgetPage } from "~/effects/treasury/budgets/views"
import { sumOf } from "./words"

/** Explains who can move the escrowed funds of a budget. */
export function BudgetTrust({ page: { budget, opens } }: { readonly page: BudgetPage }) {
  const { digest, fees, symbol, total } = budget
  const who =
    opens === null || opens === "other"
      ? "any account that controls the treasury"
      : opens === "one"
        ? "anyone with an admin badge"
        : `any of the ${opens.signers} signers`
  return (
    <div className="stack">
      <Notice>
        <p>
          <strong>Who can do what with the money.</strong> Once it is in escrow, {who} can order payments alone, within
          the terms above. This site enforces the terms, the ledger does not: the site's relayer key could send at most{" "}
          {sumOf(total, symbol)} and {sumOf(fees, "XRD")} elsewhere, and this site would report that within about a
          minute. Nobody can reach anything else in the treasury this way.
        </p>
        <p>
          {opens === null || opens === "other"
            ? "Those who control the treasury"
            : opens === "one"
              ? "Any admin"
              : enforcedByText(opens)}{" "}
          can withdraw whatever is left with one transaction, at any time and without the site's key.
        </p>
        <div className="row small">
          <Term of="escrow">What is escrow?</Term>
          <Term of="relayer">What is the relayer key?</Term>
        </div>
      </Notice>
      <p className="small">
        Hash of these terms, which will be locked on the escrow account:{" "}
        <code className="digest" data-block>
          {digest}
        </code>
      </p>
    </div>
  )
}
