import { Form } from "@remix-run/react"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { Block } from "~/components/base/parts/block"
import { Notice } from "~/components/base/parts/notice"
import { TimePair } from "~/components/base/parts/time-pair"
import { useFresh } from "~/components/base/site/use-fresh"
import { AskSigners } from "~/components/treasury/payouts/ask-signers"
import { enforcedByText } from "~/components/treasury/payouts/enforced-by-text"
import { EscrowApproval, TakeBack } from "~/components/treasury/payouts/escrow-approval"
import { mostText } from "~/components/treasury/payouts/escrow-notice"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"
import type { BudgetPage } from "~/effects/treasury/budgets/views"

type Props = { readonly page: BudgetPage; readonly reply: PageReply | undefined }

const stateOf = ({ budget, isBusy }: BudgetPage): string => {
  const { escrow } = budget
  if (budget.state === "refunding") return "Nothing more is paid. The rest is being returned to the treasury."
  if (escrow?.isPaused === true) {
    return escrow.isUnderWay
      ? "Paused. The payment that was sent before still arrives."
      : "Paused. No payment is sent until somebody resumes it."
  }
  if ((escrow?.problem ?? null) !== null) return "It does not continue automatically for now."
  return isBusy ? "The site is paying. You can close this page." : "No payments are waiting."
}

/** The state of a budget, and the buttons to pause, resume, retry or end it. */
export function BudgetAct({ page, reply }: Props) {
  const { budget, isBusy, isHolder, now } = page
  const { escrow } = budget
  const problem = escrow?.problem ?? null
  useFresh(budget.state === "refunding" || isBusy)
  const lastReply = ["pause", "resume", "retry", "finish"]
    .map((intent) => replyTo(reply, intent))
    .find((each) => each !== undefined)
  return (
    <Block id="act" title="Status">
      <div className="stack">
        <p role="status">{stateOf(page)}</p>
        {escrow !== null && problem !== null && (
          <Notice tone="bad">
            <p>{problem}</p>
            {escrow.nextAt > now && (
              <p className="small">
                Next automatic try: <TimePair at={escrow.nextAt} now={now} />
              </p>
            )}
          </Notice>
        )}
        <ReplyNotice reply={lastReply} />
        {isHolder && budget.state === "funded" && <Steer page={page} />}
        {isHolder && <BringBack page={page} reply={reply} />}
      </div>
    </Block>
  )
}

function Steer({ page: { budget } }: Pick<Props, "page">) {
  const account = budget.escrow?.account ?? null
  const isPaused = budget.escrow?.isPaused === true
  return (
    <Form className="stack" method="post" preventScrollReset>
      <EscrowApproval intent={isPaused ? "resume" : "pause"} word={isPaused ? "Resume" : "Pause"}>
        {isPaused
          ? "The site continues with the payments."
          : "No payments until you resume. One that was already sent still arrives."}
      </EscrowApproval>
      {(budget.escrow?.problem ?? null) !== null && (account?.haltedTx ?? null) === null && (
        <EscrowApproval intent="retry" word="Try again now">
          Without waiting for the next try.
        </EscrowApproval>
      )}
      <EscrowApproval intent="finish" word="End this budget">
        Nothing more is paid. The site returns the rest
        {account === null ? "" : mostText(account, budget.symbol)}, and the unspent fees.
      </EscrowApproval>
    </Form>
  )
}

/** Withdrawal by those who control the treasury; it does not need the relayer. */
function BringBack({ page, reply }: Props) {
  const { budget, multisig, step } = page
  if ((budget.escrow?.signerRule ?? null) === null) {
    return <TakeBack kind="budget-back" intent="take-back" step={step} reply={replyTo(reply, "take-back")} />
  }
  if (multisig === null) return null
  return (
    <AskSigners
      intent="propose-budget-back"
      of="b"
      number={budget.number}
      word="Ask the signers to withdraw everything"
    >
      {enforcedByText(multisig)} must approve. The site's key is needed only to combine their signatures.
    </AskSigners>
  )
}
