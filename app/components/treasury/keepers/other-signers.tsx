import { Form } from "@remix-run/react"
import { FieldError } from "~/components/base/forms/field-error"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { ActView } from "~/effects/treasury/keepers/views"
import { nameOf } from "./names"

type Props = { readonly act: ActView; readonly reply: PageReply | undefined }

/** Others sign in the place of those who were asked. What was signed before is void then. */
export function OtherSigners({ act: { approvals, id, needed }, reply }: Props) {
  return (
    <details open={reply !== undefined}>
      <summary>Ask other signers</summary>
      <Form className="stack" method="post" noValidate preventScrollReset>
        <input type="hidden" name="act" value={id} />
        <fieldset className="field" data-invalid={reply?.fields.sign === undefined ? undefined : true}>
          <legend className="label">Choose {needed} who sign</legend>
          {approvals.map(({ isNamed, seat }) => (
            <label className="check" key={seat.id}>
              <input
                type="checkbox"
                name="sign"
                value={seat.id}
                defaultChecked={isNamed}
                aria-describedby={`sign-${id}-error`}
              />
              <span>{nameOf(seat)}</span>
            </label>
          ))}
          <FieldError id={`sign-${id}-error`} message={reply?.fields.sign} />
        </fieldset>
        <p className="small">It gets another code, and signatures that were given are void. All signers are told.</p>
        <button className="button" type="submit" name="intent" value="ask-others">
          Ask these
        </button>
      </Form>
    </details>
  )
}
