import { Form, Link, useNavigation, useSearchParams } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"

/**
 * Address that opens an action's form below its row. The form posts to the page without these parameters, so that it is
 * closed afterwards.
 */
export const requestHref = (path: string, intent: string, on: string): string =>
  `${path}?${new URLSearchParams({ do: intent, on })}#act`

/** Tells which form is open: the one that was requested, or the one whose submission was refused. */
export const useOpenRequest = (reply: PageReply | undefined) => {
  const [params] = useSearchParams()
  return (intent: string, on: string): boolean =>
    reply === undefined
      ? params.get("do") === intent && params.get("on") === on
      : !reply.ok && reply.intent === intent && reply.sent.on === on
}

type Props = {
  /** Path to post to when it is not the current page. */
  readonly action?: string
  readonly intent: string
  /** Id of what the action applies to. */
  readonly on?: string
  readonly button: string
  readonly isDanger?: boolean
  readonly hint?: string
  /** The reply to this form. */
  readonly reply: PageReply | undefined
  /** Target of the Cancel link. */
  readonly cancel?: string
  readonly children?: ReactNode
}

/** One action with its reason, as a plain form. */
export function ReasonForm({ action, button, cancel, children, hint, intent, isDanger, on, reply }: Props) {
  const sent = useNavigation().formData
  const isBusy = sent?.get("intent") === intent && (sent.get("on") ?? undefined) === on
  return (
    <Form className="stack" data-gap="s" method="post" {...(action !== undefined && { action })} noValidate>
      {on !== undefined && <input type="hidden" name="on" value={on} />}
      {children}
      <ReasonField reply={reply} hint={hint} />
      <p className="row">
        <BusyButton
          className="button"
          data-kind={isDanger === true ? "danger" : "primary"}
          type="submit"
          name="intent"
          value={intent}
          isBusy={isBusy}
        >
          {isBusy ? "Sending…" : button}
        </BusyButton>
        {cancel !== undefined && (
          <Link to={cancel} preventScrollReset>
            Cancel
          </Link>
        )}
      </p>
    </Form>
  )
}

type FieldProps = { readonly reply: PageReply | undefined; readonly hint?: string | undefined }

export function ReasonField({ hint = "Goes into the audit log.", reply }: FieldProps) {
  return (
    <PlainField
      name="reason"
      label="Reason (required)"
      hint={hint}
      value={typed(reply, "reason")}
      reply={reply}
      maxLength={300}
    />
  )
}

type RowProps = {
  readonly columns: number
  readonly title: string
  readonly children: ReactNode
}

/** A table row for the form, below the row that it acts on. */
export function RequestRow({ children, columns, title }: RowProps) {
  return (
    <tr className="act-row" id="act">
      <td colSpan={columns}>
        <p className="label">{title}</p>
        {children}
      </td>
    </tr>
  )
}
