import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { answerName } from "~/effects/governance/proposal-templates/answers"
import { LIMITS } from "~/effects/governance/proposal-templates/limits"
import type { FieldKind, TemplateField } from "~/effects/governance/proposal-templates/Template"

const formatHints: Readonly<Partial<Record<FieldKind, string>>> = {
  number: "A number, as 420 or 12.5.",
  member: "The name or the account address of an active member."
}

type Props = {
  readonly fields: ReadonlyArray<TemplateField>
  /** Initial answer of a question. */
  readonly answerOf: (field: TemplateField, at: number) => string
  readonly errors: Readonly<Record<string, string>>
}

/** A template's questions as the author of a proposal sees them. Fields of a plain form. */
export function QuestionFields({ answerOf, errors, fields }: Props) {
  return (
    <>
      {fields.map((field, at) => (
        <Question
          // biome-ignore lint/suspicious/noArrayIndexKey: a question is its place in the list
          key={at}
          field={field}
          name={answerName(at)}
          answer={answerOf(field, at)}
          error={errors[answerName(at)]}
        />
      ))}
    </>
  )
}

type QuestionProps = {
  readonly field: TemplateField
  readonly name: string
  readonly answer: string
  readonly error: string | undefined
}

function Question({ answer, error, field, name }: QuestionProps) {
  const { help, isNeeded, kind, label } = field
  const id = fieldId(name)
  const hint = [help, formatHints[kind] ?? ""].filter((part) => part !== "").join(" ")
  const shared = {
    id,
    name,
    className: "input",
    defaultValue: answer,
    maxLength: kind === "text" ? LIMITS.text : LIMITS.line,
    autoComplete: "off",
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby":
      [...(hint === "" ? [] : [`${id}-hint`]), ...(error === undefined ? [] : [`${id}-error`])].join(" ") || undefined
  } as const
  return (
    <div className="field" data-invalid={error === undefined ? undefined : true}>
      <label htmlFor={id}>
        {label}
        {!isNeeded && " (optional)"}
      </label>
      {hint !== "" && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {kind === "text" ? (
        <textarea {...shared} rows={5} />
      ) : (
        <input
          {...shared}
          type={kind === "date" ? "date" : "text"}
          inputMode={kind === "number" ? "decimal" : undefined}
        />
      )}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
