import { PlainField } from "~/components/base/forms/plain-field"
import { TokenField } from "~/components/treasury/payouts/token-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { PaidOne } from "~/effects/treasury/multisig/ApprovalRequest"
import { paidBy } from "~/effects/treasury/multisig/approvalMessages"
import { MOST_PAYEES, payeeFields, rowsIn } from "~/effects/treasury/multisig/payees"
import { type FormProps, RequestForm } from "./request-form"

/** Proposes a payment to the other signers. */
export function PaymentForm({ page, reply }: FormProps) {
  const given = page.from?.payload.kind === "payment" ? page.from.payload : null
  const paid = given === null ? [] : paidBy(given)
  const rows = reply === undefined ? Math.max(1, paid.length) : rowsIn(reply.sent)
  return (
    <RequestForm
      id="pay"
      title="Propose a payment"
      intent="propose-payment"
      word="Ask the signers"
      reason={{ label: "What it is for", hint: "Shown in the record and in statements.", given: given?.reason }}
      page={page}
      reply={reply}
      more={
        rows < MOST_PAYEES && (
          <button className="button" type="submit" name="intent" value="add-payee">
            Add a payee
          </button>
        )
      }
    >
      <p>{page.voteRule}</p>
      <input type="hidden" name="rows" value={rows} />
      <TokenField reply={reply} tokens={page.tokens} chosen={given?.resource} />
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
        name="vote"
        label="Vote that decided it (where one is needed)"
        hint="The number of a proposal that has passed. One payment for each vote."
        value={typed(reply, "vote", given?.vote?.number.toString())}
        reply={reply}
      />
    </RequestForm>
  )
}

/** One payee. With several payees, a row with two empty fields is left out. */
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
            : "Leave both fields empty to remove this payee."
        }
        value={typed(reply, payee, given?.payee)}
        reply={reply}
      />
    </fieldset>
  )
}
