import { Form, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useTaken } from "~/components/base/forms/use-taken"
import { Block } from "~/components/base/parts/block"
import { useFrame } from "~/components/base/site/use-frame"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import type { MultisigView } from "~/effects/treasury/multisig/views"
import { BadgeFields } from "./signer-fields"

export type FormProps = { readonly page: MultisigView; readonly reply: PageReply | undefined }

interface Props extends FormProps {
  readonly id: string
  readonly title: string
  readonly intent: string
  readonly word: string
  readonly reason: { readonly label: string; readonly hint?: string; readonly given: string | undefined }
  readonly children: ReactNode
  /** A further button. */
  readonly more?: ReactNode
}

/** Form of a request: what it asks for, why, and who signs it. Sending it moves nothing. */
export function RequestForm(props: Props) {
  const { children, id, intent, more, page, reason, reply, title, word } = props
  const { formKey } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === intent
  const taken = useTaken(isSending, reply)
  return (
    <Block id={id} title={title}>
      <Form
        key={`${taken} ${page.from?.number ?? ""}`}
        className="stack narrow"
        data-gap="l"
        method="post"
        noValidate
        preventScrollReset
      >
        <ReplyNotice reply={reply} />
        <input type="hidden" name="key" value={`${formKey}${id}`} />
        {children}
        <PlainField
          name="reason"
          label={reason.label}
          {...(reason.hint === undefined ? {} : { hint: reason.hint })}
          maxLength={200}
          value={typed(reply, "reason", reason.given)}
          reply={reply}
        />
        {page.isByKeys ? (
          <p>
            Any {page.needed} of the {page.seats.length} signers can sign it, so nobody is named.
          </p>
        ) : (
          <BadgeFields
            name="sign"
            id={`${id}-sign`}
            legend={`Who signs: choose ${page.needed}. If you choose nobody, you are asked with others who can sign`}
            badges={page.seats}
            chosen={[]}
            reply={reply}
          />
        )}
        <div className="form-end">
          <BusyButton className="button" type="submit" name="intent" value={intent} isBusy={isSending}>
            {isSending ? "Asking…" : word}
          </BusyButton>
          {more}
        </div>
      </Form>
    </Block>
  )
}
