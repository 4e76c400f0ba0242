import { Notice } from "~/components/base/parts/notice"
import { keptByWords } from "~/components/treasury/distributions/kept-words"
import type { BudgetPage } from "~/effects/treasury/budgets/views"
import { sumOf } from "./words"

/** The trust, where it is given: who could do what with the parked money, and what nobody can. */
export function BudgetTrust({ page: { budget, opens } }: { readonly page: BudgetPage }) {
  const { digest, fees, symbol, total } = budget
  const who =
    opens === null || opens === "other"
      ? "any one who opens the treasury"
      : opens === "one"
        ? "any one who holds an admin badge"
        : `any one of the ${opens.keepers} signers`
  return (
    <div className="stack">
      <Notice>
        <p>
          <strong>What you trust whom with.</strong> From then on {who} orders payments alone, within the terms above.
          The site holds to the terms, not the ledger: its key could send {sumOf(total, symbol)} and{" "}
          {sumOf(fees, "XRD")} at most elsewhere, which this site would name within about a minute. Neither can reach
          anything else of the treasury.
        </p>
        <p>
          {opens === null || opens === "other"
            ? "Those who open the treasury"
            : opens === "one"
              ? "Any one admin"
              : keptByWords(opens)}{" "}
          can take back whatever is left with one transaction, at any moment, without the site's key.
        </p>
      </Notice>
      <p className="small">
        Code of these terms, which will be locked on the parked account:{" "}
        <code className="digest" data-block>
          {digest}
        </code>
      </p>
    </div>
  )
}
