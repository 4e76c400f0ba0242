import { Form, Link, useNavigation, useSearchParams } from "@remix-run/react"
import type { ReactNode } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { PlainField } from "~/components/base/forms/plain-field"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"

/** The address that opens an act's form below its row. Forms post to the page without it, which closes them. */
export const actHref = (path: string, intent: string, on: string): string =>
  `${path}?${new URLSearchParams({ do: intent, on })}#act`

/** Which form is open: the one that was asked for, or the one that was refused. */
export const useOpenAct = (reply: PageReply | undefined) => {
  const [params] = useSearchParams()
  return (intent: string, on: string): boolean =>
    reply === undefined
      ? params.get("do") === intent && params.get("on") === on
      : !reply.ok && reply.intent === intent && reply.sent.on === on
}

type Props = {
  /** The page, where it is not the one that is open. */
  readonly action?: string
  readonly intent: string
  /** What it is done to. */
  readonly on?: string
  readonly button: string
  readonly isDanger?: boolean
  readonly hint?: string
  /** Of this form. */
  readonly reply: PageReply | undefined
  /** Where giving up leads. */
  readonly cancel?: string
  readonly children?: ReactNode
}

/** One act with its reason. A plain post. */
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

/** A row of its own below what is acted on. */
export function ActRow({ children, columns, title }: RowProps) {
  return (
    <tr className="act-row" id="act">
      <td colSpan={columns}>
        <p className="label">{title}</p>
        {children}
      </td>
    </tr>
  )
}
