import { Link } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { EscrowNotice, GoOnAfterAll } from "~/components/treasury/payouts/escrow-notice"
import { EscrowTable } from "~/components/treasury/payouts/escrow-table"
import { StateMark } from "~/components/treasury/payouts/state-mark"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { type BudgetPage, stateWords } from "~/effects/treasury/budgets/views"
import { BudgetAct } from "./budget-act"
import { BudgetFacts } from "./budget-facts"
import { BudgetPayments } from "./budget-payments"
import { FundBudget } from "./fund-budget"
import { OrderForm } from "./order-form"
import { toneOf } from "./words"

type Props = { readonly page: BudgetPage; readonly reply: PageReply | undefined }

/** Where the money of a budget went. */
function BudgetSums({ page: { budget } }: { readonly page: BudgetPage }) {
  const { escrow, state } = budget
  if (escrow === null || escrow.address === null || escrow.account === null) return null
  const { batches, digest, fees, paid, returned, returnedFees, spent } = escrow
  return (
    <EscrowTable
      id="sums"
      title="Where the budget went"
      symbol={budget.symbol}
      lines={[
        [`Paid, ${counted(batches, "payment")}`, paid, "0"],
        ["Fees of the site's transactions", "0", spent],
        ["Returned to the treasury", returned, returnedFees]
      ]}
      escrow={escrow.account}
      isEnded={state === "ended"}
      total={budget.total}
      fees={fees}
      address={escrow.address}
      digest={digest}
      codeOf="the terms"
    />
  )
}

/** One budget: its terms, the next action, its payments and where the money went. */
export function OneBudget({ page, reply }: Props) {
  const { budget, isHolder, mayOrder } = page
  const { escrow, number, state, title } = budget
  const account = escrow?.account ?? null
  const isOnLedger = account !== null
  const tone = toneOf(budget)
  const word = state === "funded" && escrow?.isPaused === true ? "Paused" : stateWords[state]
  const isWaiting = state === "draft" || state === "asked"
  const isLive = state === "funded" || state === "refunding"
  return (
    <div className="stack" data-gap="l">
      <header className="stack">
        <p className="eyebrow">
          <Link to="?">Budgets</Link> · Budget {number}
        </p>
        <div className="row" data-apart>
          <h1>{title}</h1>
          <StateMark said={{ word, ...(tone !== undefined && { tone }) }} />
        </div>
      </header>
      {account !== null && (
        <EscrowNotice escrow={account}>
          {isHolder && isLive && <GoOnAfterAll escrow={account} intent="retry" />}
        </EscrowNotice>
      )}
      <BudgetFacts budget={budget} />
      <ReplyNotice reply={replyTo(reply, "order-back")} />
      {isWaiting && <FundBudget page={page} reply={reply} />}
      {state === "withdrawn" && <p>Cancelled before any money moved into escrow.</p>}
      {mayOrder && <OrderForm page={page} reply={replyTo(reply, "order")} />}
      {isOnLedger && <BudgetPayments page={page} />}
      {isLive && <BudgetAct page={page} reply={reply} />}
      {isOnLedger && <BudgetSums page={page} />}
      {isOnLedger && !isHolder && isLive && (
        <Block id="who" title="Who orders payments">
          <p>Anyone with an admin badge of this community or, in a multisig treasury, any of the signers.</p>
        </Block>
      )}
    </div>
  )
}
