import { Form, useNavigation } from "@remix-run/react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useTaken } from "~/components/base/forms/use-taken"
import { Block } from "~/components/base/parts/block"
import { useFrame } from "~/components/base/site/use-frame"
import { TokenField } from "~/components/treasury/distributions/token-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { PaidOne } from "~/effects/treasury/keepers/Act"
import { paidBy } from "~/effects/treasury/keepers/actWords"
import { MOST_PAYEES, payeeFields, rowsIn } from "~/effects/treasury/keepers/payees"
import type { KeptView } from "~/effects/treasury/keepers/views"
import { SignFields } from "./sign-fields"

type Props = { readonly page: KeptView; readonly reply: PageReply | undefined }

/** A payment that the other keepers are asked for. Nothing moves by it. */
export function PaymentForm({ page: { from, needed, seats, tokens, voteRule }, reply }: Props) {
  const { formKey } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === "propose-payment"
  const taken = useTaken(isSending, reply)
  const given = from?.payload.kind === "payment" ? from.payload : null
  const paid = given === null ? [] : paidBy(given)
  const rows = reply === undefined ? Math.max(1, paid.length) : rowsIn(reply.sent)
  return (
    <Block id="pay" title="Propose a payment">
      <Form
        key={`${taken} ${from?.number ?? ""}`}
        className="stack narrow"
        data-gap="l"
        method="post"
        noValidate
        preventScrollReset
      >
        <ReplyNotice reply={reply} />
        <p>{voteRule}</p>
        <input type="hidden" name="key" value={`${formKey}keeperspay`} />
        <input type="hidden" name="rows" value={rows} />
        <TokenField reply={reply} tokens={tokens} chosen={given?.resource} />
        {Array.from({ length: rows }, (_, index) => (
          <PayeeRow
            key={payeeFields(index + 1)[0]}
            place={index + 1}
            isAlone={rows === 1}
            given={paid[index]}
            reply={reply}
          />
        ))}
        <PlainField
          name="reason"
          label="What it is for"
          hint="Stands in the record and in statements."
          maxLength={200}
          value={typed(reply, "reason", given?.reason)}
          reply={reply}
        />
        <PlainField
          name="vote"
          label="Vote that decided it (where one is needed)"
          hint="The number of a proposal that has passed. One payment for each vote."
          value={typed(reply, "vote", given?.vote?.number.toString())}
          reply={reply}
        />
        <SignFields id="pay-sign" needed={needed} seats={seats} reply={reply} />
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
  given,
  isAlone,
  place,
  reply
}: {
  readonly isAlone: boolean
  readonly given: PaidOne | undefined
  readonly place: number
  readonly reply: PageReply | undefined
}) {
  const [amount, payee] = payeeFields(place)
  return (
    <fieldset className="stack plain">
      {!isAlone && <legend className="label">Payee {place}</legend>}
      <PlainField name={amount} label="Amount" value={typed(reply, amount, given?.amount)} reply={reply} />
      <PlainField
        name={payee}
        label="To"
        hint={
          place === 1
            ? "The name of an active member, or an account address"
            : "Leave both fields empty to pay nobody here."
        }
        value={typed(reply, payee, given?.payee)}
        reply={reply}
      />
    </fieldset>
  )
}
