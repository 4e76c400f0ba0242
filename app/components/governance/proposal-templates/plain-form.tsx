import { Form, Link, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"

/** The reply to this form's intent, and the refusal in it if it was refused. */
export const repliesTo = (reply: PageReply | undefined, intent: string) => {
  const mine = replyTo(reply, intent)
  return { mine, refusal: mine !== undefined && !mine.ok ? mine : null }
}

type Props = {
  readonly action: string
  /** Accessible name of the form. */
  readonly label: string
  readonly refusal: ReturnType<typeof repliesTo>["refusal"]
  readonly back: string
  /** The submit button: the form's intent, and the label before and during sending. */
  readonly button: { readonly intent: string; readonly words: string; readonly busy: string }
  /** Shown below the buttons. */
  readonly note?: string
  readonly children: ReactNode
}

/**
 * Frame of the template form and of the form that fills one in: errors at the top, submit and back buttons at the end.
 */
export function PlainForm({ action, back, button, children, label, note, refusal }: Props) {
  const isSending = useNavigation().formData?.get("intent") === button.intent
  return (
    <Form className="stack" data-gap="l" method="post" action={action} noValidate preventScrollReset aria-label={label}>
      <ErrorSummary refusal={refusal} />
      {children}
      <div className="form-end">
        <div className="row">
          <Link className="button" to={back}>
            Back
          </Link>
          <BusyButton
            className="button"
            data-kind="primary"
            type="submit"
            name="intent"
            value={button.intent}
            isBusy={isSending}
          >
            {isSending ? button.busy : button.words}
          </BusyButton>
        </div>
        {note !== undefined && <p className="small muted">{note}</p>}
      </div>
    </Form>
  )
}
