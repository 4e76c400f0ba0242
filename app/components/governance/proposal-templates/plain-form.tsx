import { Form, Link, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ErrorSummary } from "~/components/communities/founding/error-summary"
import { type PageReply, replyTo } from "~/effects/base/remix/PageReply"

/** What was answered to this button, and that answer where it is a refusal. */
export const repliesTo = (reply: PageReply | undefined, intent: string) => {
  const mine = replyTo(reply, intent)
  return { mine, refusal: mine !== undefined && !mine.ok ? mine : null }
}

type Props = {
  readonly action: string
  /** Its name to those who do not see it. */
  readonly label: string
  readonly refusal: ReturnType<typeof repliesTo>["refusal"]
  readonly back: string
  /** The one button that sends it: the form's intent, and its words before and while it is sent. */
  readonly button: { readonly intent: string; readonly words: string; readonly busy: string }
  /** Below the buttons. */
  readonly note?: string
  readonly children: ReactNode
}

/** The form of a template, and the one that fills it in: what was wrong at the top, the ways on and back at the end. */
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
