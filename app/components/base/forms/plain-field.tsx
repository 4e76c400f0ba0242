import { useId } from "react"
import type { PageReply } from "~/effects/base/remix/PageReply"
import { FieldError } from "./field-error"

type Props = {
  readonly name: string
  readonly label: string
  /** What it holds first: what was typed before a refusal, else what is stored. */
  readonly value: string
  readonly reply?: PageReply | undefined
  readonly hint?: string
  /** Makes it a text area of so many lines. */
  readonly rows?: number
  readonly maxLength?: number
  /** Makes it a controlled field. */
  readonly onEdit?: (text: string) => void
  readonly type?: "text" | "number" | "date" | "datetime-local" | "url"
}

/** A labelled field of a form that posts without JavaScript too, with its hint and what the server said about it. */
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
