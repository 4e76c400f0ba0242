import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useTaken } from "~/components/base/forms/use-taken"
import { Block } from "~/components/base/parts/block"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { REASON } from "~/effects/treasury/budgets/limits"
import type { BudgetPage } from "~/effects/treasury/budgets/views"
import { sumOf } from "./words"

type Props = { readonly page: BudgetPage; readonly reply: PageReply | undefined }

/** Orders a payment within the terms; no wallet signs. A successful order empties the form. */
export function OrderForm({ page: { budget, free, needsProof, payments }, reply }: Props) {
  const { formKey } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === "order"
  const taken = useTaken(isSending, reply)
  const { most, symbol } = budget
  return (
    <Block id="order" title="Order a payment">
      <Form key={taken} className="stack narrow" data-gap="l" method="post" noValidate preventScrollReset>
        <ReplyNotice reply={reply} />
        <input type="hidden" name="key" value={`${formKey}order${payments[0]?.n ?? 0}`} />
        <PlainField
          name="payee"
          label="Recipient"
          hint="An active member's name, or an account address"
          value={typed(reply, "payee")}
          reply={reply}
        />
        <PlainField
          name="amount"
          label={`Amount in ${symbol}`}
          hint={`You can order up to ${sumOf(free ?? "0", symbol)} more${most === null ? "" : `, at most ${sumOf(most, symbol)} per payment`}.`}
          value={typed(reply, "amount")}
          reply={reply}
        />
        <PlainField
          name="reason"
          label="What it is for"
          hint="Shown in the report to everybody who can read this community."
          maxLength={REASON.max}
          value={typed(reply, "reason")}
          reply={reply}
        />
        {needsProof && reply === undefined && (
          <p className="small muted">
            To order a payment, first sign a proof in your wallet. It is valid for 24 hours.
          </p>
        )}
        <div className="form-end">
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value="order"
            isBusy={isSending}
          >
            {isSending ? "Ordering…" : "Order this payment"}
          </BusyButton>
        </div>
      </Form>
    </Block>
  )
}
