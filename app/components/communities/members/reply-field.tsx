import { type InputHTMLAttributes, useId } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, "inputMode" | "maxLength"> & {
  readonly label: string
  readonly name: string
  readonly stored?: string
  readonly hint?: string
  readonly reply: PageReply | undefined
  readonly rows?: number
}

/** A text field with what was typed before a refusal, and its error. */
export function ReplyField({ hint, label, name, reply, rows, stored = "", ...rest }: Props) {
  const id = useId()
  const error = reply?.fields[name]
  const value = typed(reply, name, stored)
  const about = {
    ...rest,
    id,
    name,
    className: "input",
    defaultValue: value,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": error === undefined ? undefined : `${id}-error`
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? (
        <input key={value} type="text" autoComplete="off" {...about} />
      ) : (
        <textarea key={value} rows={rows} {...about} />
      )}
      {hint !== undefined && <span className="field__hint">{hint}</span>}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

/** Errors of a form that do not belong to a field. */
export function Refusal({ reply }: { readonly reply: PageReply | undefined }) {
  if (reply === undefined || reply.ok || Object.keys(reply.fields).length > 0) return null
  return (
    <p className="field__error" role="alert">
      {reply.message}
    </p>
  )
}
