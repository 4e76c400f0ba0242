import type { ReactNode } from "react"
import { grouped } from "~/effects/base/text/grouped"
import { FieldError } from "./field-error"

export interface FieldProps {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly onEdit: (value: string) => void
  readonly error?: string | undefined
  readonly hint?: ReactNode
  /** Shows the number of characters used and the limit. */
  readonly limit?: number
}

/** The id of a field, to which the error summary links. */
export const fieldId = (name: string): string => `field-${name.replaceAll(".", "-")}`

const about = ({ error, hint, limit, name }: FieldProps) => ({
  id: fieldId(name),
  name,
  "aria-invalid": error !== undefined || undefined,
  "aria-describedby":
    [
      ...(hint === undefined && limit === undefined ? [] : [`${fieldId(name)}-hint`]),
      ...(error === undefined ? [] : [`${fieldId(name)}-error`])
    ].join(" ") || undefined
})

function Frame({ children, ...field }: FieldProps & { readonly children: ReactNode }) {
  const { error, hint, label, limit, name, value } = field
  return (
    <div className="field">
      <label htmlFor={fieldId(name)}>{label}</label>
      {children}
      {(hint !== undefined || limit !== undefined) && (
        <p className="field__foot" id={`${fieldId(name)}-hint`}>
          <span>{hint}</span>
          {limit !== undefined && (
            <span className="nowrap">
              {grouped([...value].length)} of {grouped(limit)}
            </span>
          )}
        </p>
      )}
      <FieldError id={`${fieldId(name)}-error`} message={error} />
    </div>
  )
}

type TextProps = FieldProps & {
  readonly numeric?: boolean
  readonly mono?: boolean
  readonly readOnly?: boolean
}

export function TextField({ mono, numeric, readOnly, ...field }: TextProps) {
  return (
    <Frame {...field}>
      <input
        {...about(field)}
        className={mono === true ? "input digest" : "input"}
        type="text"
        inputMode={numeric === true ? "decimal" : undefined}
        autoComplete="off"
        readOnly={readOnly}
        value={field.value}
        onChange={(event) => field.onEdit(event.target.value)}
      />
    </Frame>
  )
}

export function AreaField({ rows = 6, ...field }: FieldProps & { readonly rows?: number }) {
  return (
    <Frame {...field}>
      <textarea
        {...about(field)}
        className="input"
        rows={rows}
        value={field.value}
        onChange={(event) => field.onEdit(event.target.value)}
      />
    </Frame>
  )
}

export interface Option {
  readonly value: string
  readonly name: string
  readonly hint?: string
}

type ChoiceProps = Omit<FieldProps, "limit"> & { readonly options: ReadonlyArray<Option> }

/** A choice of a few options, each described in a sentence. */
export function ChoiceField({ error, hint, label, name, onEdit, options, value }: ChoiceProps) {
  const errorId = `${fieldId(name)}-error`
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>{label}</legend>
      {hint !== undefined && <p className="field__hint">{hint}</p>}
      <div className="choices">
        {options.map((option, index) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              id={index === 0 ? fieldId(name) : undefined}
              name={name}
              value={option.value}
              checked={value === option.value}
              onChange={() => onEdit(option.value)}
            />
            <span>
              <b>{option.name}</b>
              {option.hint !== undefined && <small>{option.hint}</small>}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}

type SelectProps = Omit<FieldProps, "limit"> & { readonly options: ReadonlyArray<Option> }

export function SelectField({ options, ...field }: SelectProps) {
  return (
    <Frame {...field}>
      <select
        {...about(field)}
        className="input"
        value={field.value}
        onChange={(event) => field.onEdit(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    </Frame>
  )
}
