import type { ReactNode } from "react"
import { EnforcedBy, EnforcedByKey, type Enforcer } from "~/components/base/parts/enforced-by"
import { UtcTime } from "~/components/base/parts/time-pair"
import type { BudgetView } from "~/effects/treasury/budgets/views"
import { lastDay, sumOf } from "./words"

/** The terms of a budget and who enforces each. Once it is in escrow, the ledger limits payments to the total. */
export function BudgetFacts({ budget }: { readonly budget: BudgetView }) {
  const { escrow, most, payments, symbol, total } = budget
  const isFunded = escrow !== null && escrow.address !== null
  return (
    <section className="stack" aria-label="Terms">
      <dl className="facts">
        <Fact name="Total" by={isFunded ? "ledger" : "site"}>
          {sumOf(total, symbol)}
        </Fact>
        <Fact name="Last day" by="site">
          {lastDay(budget)}, until <UtcTime at={budget.untilAt} />
        </Fact>
        <Fact name="Each payment" by="site">
          {most === null ? "Any amount up to what is left" : `At most ${sumOf(most, symbol)}`}
        </Fact>
        <Fact name="Payments" by="site">
          At most {payments}
        </Fact>
        {isFunded && (
          <Fact name="Paid so far">
            {sumOf(escrow.paid, symbol)} of {sumOf(total, symbol)}
          </Fact>
        )}
      </dl>
      <EnforcedByKey />
    </section>
  )
}

export function Fact({
  by,
  children,
  name
}: {
  readonly name: string
  readonly by?: Enforcer
  readonly children: ReactNode
}) {
  return (
    <div>
      <dt>
        {name} {by !== undefined && <EnforcedBy enforcer={by} />}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
