import { useId } from "react"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { FieldError } from "./field-error"

type Props = {
  readonly name: string
  readonly label: string
  /** Initial value: what was typed before a refusal, else what is stored. */
  readonly value: string
  readonly reply?: PageReply | undefined
  readonly hint?: string
  /** Makes it a text area with this many lines. */
  readonly rows?: number
  readonly maxLength?: number
  /** Makes it a controlled field. */
  readonly onEdit?: (text: string) => void
  readonly type?: "text" | "number" | "date" | "datetime-local" | "url"
}

/** A labelled field with its hint and the server's message, in a form that also works without JavaScript. */
export function PlainField({ hint, label, maxLength, name, onEdit, reply, rows, type = "text", value }: Props) {
  const id = useId()
  const error = reply?.fields[name]
  const shared = {
    id,
    name,
    className: "input",
    ...(onEdit === undefined
      ? { defaultValue: value }
      : { value, onChange: (event: { readonly target: { readonly value: string } }) => onEdit(event.target.value) }),
    maxLength,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby": `${hint === undefined ? "" : `${id}-hint `}${id}-error`
  }
  return (
    <div className="field" data-invalid={error === undefined ? undefined : true}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {rows === undefined ? <input {...shared} type={type} /> : <textarea {...shared} rows={rows} />}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
