import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useTaken } from "~/components/base/forms/use-taken"
import { Block } from "~/components/base/parts/block"
import { useFrame } from "~/components/base/site/use-frame"
import { TokenField } from "~/components/treasury/distributions/token-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { MOST_PAYEES, payeeFields, rowsIn } from "~/effects/treasury/keepers/payees"
import type { KeptView } from "~/effects/treasury/keepers/views"
import { SignFields } from "./sign-fields"

type Props = { readonly page: KeptView; readonly reply: PageReply | undefined }

/** A payment that the other keepers are asked for. Nothing moves by it. */
export function PaymentForm({ page: { needed, seats, tokens, voteRule }, reply }: Props) {
  const { formKey } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === "propose-payment"
  const taken = useTaken(isSending, reply)
  const rows = rowsIn(reply?.sent ?? {})
  return (
    <Block id="pay" title="Propose a payment">
      <Form key={taken} className="stack narrow" data-gap="l" method="post" noValidate preventScrollReset>
        <ReplyNotice reply={reply} />
        <p>{voteRule}</p>
        <input type="hidden" name="key" value={`${formKey}keeperspay`} />
        <input type="hidden" name="rows" value={rows} />
        <TokenField reply={reply} tokens={tokens} />
        {Array.from({ length: rows }, (_, index) => (
          <PayeeRow key={payeeFields(index + 1)[0]} place={index + 1} isAlone={rows === 1} reply={reply} />
        ))}
        <PlainField
          name="reason"
          label="What it is for"
          hint="Stands in the record and in statements."
          maxLength={200}
          value={typed(reply, "reason")}
          reply={reply}
        />
        <PlainField
          name="vote"
          label="Vote that decided it (where one is needed)"
          hint="The number of a proposal that has passed. One payment for each vote."
          value={typed(reply, "vote")}
          reply={reply}
        />
        <SignFields
          id="pay-sign"
          legend={`Who signs: choose ${needed}, or nobody, and you are asked with others who can`}
          seats={seats}
          chosen={[]}
          reply={reply}
        />
        <div className="form-end">
          <BusyButton className="button" type="submit" name="intent" value="propose-payment" isBusy={isSending}>
            {isSending ? "Asking…" : "Ask the keepers"}
          </BusyButton>
          {rows < MOST_PAYEES && (
            <button className="button" type="submit" name="intent" value="add-payee">
              Add a payee
            </button>
          )}
        </div>
      </Form>
    </Block>
  )
}

/** One who is paid. Of several, one whose two fields are empty is left out. */
function PayeeRow({
  isAlone,
  place,
  reply
}: {
  readonly isAlone: boolean
  readonly place: number
  readonly reply: PageReply | undefined
}) {
  const [amount, payee] = payeeFields(place)
  return (
    <fieldset className="stack plain">
      {!isAlone && <legend className="label">Payee {place}</legend>}
      <PlainField name={amount} label="Amount" value={typed(reply, amount)} reply={reply} />
      <PlainField
        name={payee}
        label="To"
        hint={
          place === 1
            ? "The name of an active member, or an account address"
            : "Leave both fields empty to pay nobody here."
        }
        value={typed(reply, payee)}
        reply={reply}
      />
    </fieldset>
  )
}
