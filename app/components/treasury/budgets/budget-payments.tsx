import { Form, Link } from "@remix-run/react"
import { Block } from "~/components/base/parts/block"
import { LedgerAddress } from "~/components/base/parts/ledger-address"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFrame } from "~/components/base/site/use-frame"
import { shortAddress } from "~/components/base/text/short-address"
import { StateMark } from "~/components/treasury/payouts/state-mark"
import type { BudgetPage, PaymentView } from "~/effects/treasury/budgets/views"
import { sumOf } from "./words"

const said = {
  waiting: { word: "Ordered", tone: "open" },
  sent: { word: "Sent", tone: "open" },
  paid: { word: "Paid", tone: "ok" },
  failed: { word: "Failed", tone: "bad" },
  withdrawn: { word: "Withdrawn" }
} as const

/** The report of a budget: each order with payer, payee, reason and result. */
export function BudgetPayments({ page }: { readonly page: BudgetPage }) {
  const { budget, isFirstPage, next, payments } = page
  const { id } = useFrame()
  return (
    <Block
      id="payments"
      title="Payments"
      more={
        <a className="small" href={`/api/budgets/${id}/${budget.number}/report`} download>
          Report CSV
        </a>
      }
    >
      <div className="stack">
        {payments.length === 0 ? (
          <p>No payments have been ordered yet.</p>
        ) : (
          <ul className="entries">
            {payments.map((payment) => (
              <Payment key={payment.n} payment={payment} page={page} />
            ))}
          </ul>
        )}
        <nav className="row" aria-label="Pages">
          {!isFirstPage && <Link to={`?b=${budget.number}`}>Newest</Link>}
          {next !== null && <Link to={`?b=${budget.number}&before=${next}`}>Older payments</Link>}
        </nav>
      </div>
    </Block>
  )
}

function Payment({ page, payment }: { readonly page: BudgetPage; readonly payment: PaymentView }) {
  const { account, amount, asker, createdAt, n, payee, problem, reason, state, txId } = payment
  const mayTakeBack = state === "waiting" && page.isHolder
  return (
    <li className="stack" data-gap="s">
      <div className="row" data-apart>
        <b>
          {sumOf(amount, page.budget.symbol)} to {payee ?? shortAddress(account)}
        </b>
        <StateMark said={said[state]} />
      </div>
      <p>{reason}</p>
      {problem !== null && state !== "paid" && <p className="small">{problem}</p>}
      <p className="small muted">
        Number {n}, ordered by {asker ?? "somebody without a profile"} <TimePair at={createdAt} now={page.now} short />.{" "}
        <LedgerAddress kind="account" address={account} />{" "}
        {txId !== null && <LedgerAddress kind="transaction" address={txId} />}
      </p>
      {mayTakeBack && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="n" value={n} />
          <button className="button" data-size="s" type="submit" name="intent" value="order-back">
            Withdraw payment {n}
          </button>
        </Form>
      )}
    </li>
  )
}
