import { Form, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ReplyNotice } from "~/components/base/forms/reply-notice"
import { useFrame } from "~/components/base/site/use-frame"
import type { PageReply } from "~/effects/base/remix/PageReply"

type Props = {
  readonly intent: string
  readonly word: string
  readonly path: string
  readonly reply: PageReply | undefined
  readonly isDanger?: boolean
  readonly isPrimary?: boolean
  readonly children?: ReactNode
}

/** A form with one button, posted as a plain form. */
export function SmallForm({ children, intent, isDanger = false, isPrimary = false, path, reply, word }: Props) {
  const { formKey } = useFrame()
  const isSending = useNavigation().formData?.get("intent") === intent
  return (
    <Form className="stack" method="post" action={path} noValidate preventScrollReset>
      <ReplyNotice reply={reply} />
      <input type="hidden" name="key" value={`${formKey}${intent}`} />
      {children}
      <div>
        <BusyButton
          className="button"
          data-kind={isDanger ? "danger" : isPrimary ? "primary" : undefined}
          type="submit"
          name="intent"
          value={intent}
          isBusy={isSending}
        >
          {isSending ? "Sending…" : word}
        </BusyButton>
      </div>
    </Form>
  )
}
