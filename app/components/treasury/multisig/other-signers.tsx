import { Form } from "@remix-run/react"
import type { PageReply } from "~/effects/base/remix/PageReply"
import type { RequestView } from "~/effects/treasury/multisig/views"
import { BadgeFields } from "./badge-fields"

type Props = { readonly request: RequestView; readonly reply: PageReply | undefined }

/** Asks other signers in place of some. It voids the signatures so far. */
export function OtherSigners({ request: { approvals, id, needed }, reply }: Props) {
  return (
    <details open={reply !== undefined}>
      <summary>Ask other signers</summary>
      <Form className="stack" method="post" noValidate preventScrollReset>
        <input type="hidden" name="act" value={id} />
        <BadgeFields
          name="sign"
          id={`sign-${id}`}
          legend={`Choose ${needed} who sign`}
          badges={approvals.map(({ seat }) => seat)}
          chosen={approvals.filter(({ isNamed }) => isNamed).map(({ seat }) => seat.id)}
          reply={reply}
        />
        <p className="small">
          The request gets a new code, and the signatures so far become void. All signers are notified.
        </p>
        <button className="button" type="submit" name="intent" value="ask-others">
          Ask these
        </button>
      </Form>
    </details>
  )
}
