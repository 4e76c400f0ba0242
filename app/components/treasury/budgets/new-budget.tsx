import { Form, Link, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { TestMoney } from "~/components/base/parts/test-money"
import { useFrame } from "~/components/base/site/use-frame"
import { TokenField } from "~/components/treasury/payouts/token-field"
import { type PageReply, replyTo, typed } from "~/effects/base/remix/PageReply"
import { PAYMENTS, TITLE } from "~/effects/treasury/budgets/limits"
import type { NewBudgetPage } from "~/effects/treasury/budgets/views"
import { amountRuleWords } from "~/effects/treasury/payouts/voteRule"

type Props = { readonly page: NewBudgetPage; readonly reply: PageReply | undefined }

/** The form for a new budget. It moves no money: the escrow is funded on the budget's own page. */
export function NewBudget({ page: { freePayout, members, now, tokens }, reply: last }: Props) {
  const reply = replyTo(last, "create")
  const { formKey } = useFrame()
  const isSending = useNavigation().formMethod === "POST"
  const today = new Date(now)
  const inAYear = Date.UTC(today.getUTCFullYear() + 1, today.getUTCMonth(), today.getUTCDate() - 1)
  return (
    <div className="stack" data-gap="l">
      <h1>New budget</h1>
      <Form className="stack narrow" data-gap="l" method="post" noValidate preventScrollReset>
        <ReplyNotice reply={reply} />
        <input type="hidden" name="key" value={`${formKey}budget`} />
        <p>
          The full amount goes into an escrow account made for this budget. Payments are made from there until its last
          day, without further approval from the treasury; the rest is then returned.{" "}
          {amountRuleWords(members, freePayout)}
        </p>
        <PlainField
          name="title"
          label="What it is for"
          hint="For example “Repairs of the greenhouse”."
          maxLength={TITLE.max}
          value={typed(reply, "title")}
          reply={reply}
        />
        <TokenField reply={reply} tokens={tokens} />
        <PlainField name="total" label="Total" value={typed(reply, "total")} reply={reply} />
        <PlainField name="most" label="Limit for each payment (optional)" value={typed(reply, "most")} reply={reply} />
        <PlainField
          name="payments"
          label="Number of payments"
          hint={`1 to ${PAYMENTS.most}. Fees for all of them go into escrow too; what is not used is returned.`}
          type="number"
          value={typed(reply, "payments", String(PAYMENTS.usual))}
          reply={reply}
        />
        <PlainField
          name="lastDay"
          label="Last day"
          hint="Within a year from today. Days end at midnight in UTC."
          type="date"
          value={typed(reply, "lastDay", new Date(inAYear).toISOString().slice(0, 10))}
          reply={reply}
        />
        <div className="form-end">
          <Link to="?">Back</Link>
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="create"
            isBusy={isSending}
          >
            {isSending ? "Setting up…" : "Set up the budget"}
          </BusyButton>
        </div>
      </Form>
      <TestMoney />
    </div>
  )
}
