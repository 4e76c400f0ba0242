import { Form, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import type { AccountAddress } from "~/effects/base/addresses/addresses"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { Refusal } from "./reply-field"

type Props = {
  readonly action: string
  readonly account: AccountAddress
  readonly formKey: string
  readonly intent: string
  readonly button: string
  readonly isDanger?: boolean
  readonly reply: PageReply | undefined
  readonly children?: ReactNode
}

/** One action on one account: its fields, its errors and its button. A plain POST. */
export function MemberActionForm({ account, action, button, children, formKey, intent, isDanger, reply }: Props) {
  const navigation = useNavigation()
  const sent = navigation.formData
  const isSending = sent?.get("intent") === intent && sent.get("account") === account
  const own = reply?.sent.account === account ? reply : undefined
  return (
    <Form className="stack" data-gap="s" method="post" action={action} preventScrollReset noValidate>
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="account" value={account} />
      {children}
      <Refusal reply={own} />
      <BusyButton
        className="button"
        data-size="s"
        data-kind={isDanger ? "danger" : undefined}
        type="submit"
        name="intent"
        value={intent}
        isBusy={isSending}
      >
        {isSending ? "Sending…" : button}
      </BusyButton>
    </Form>
  )
}
