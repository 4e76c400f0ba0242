import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import type { FieldValues } from "~/effects/governance/proposal-templates/forms"
import { LIMITS } from "~/effects/governance/proposal-templates/limits"
import type { FieldKind } from "~/effects/governance/proposal-templates/Template"

type Props = {
  readonly fields: ReadonlyArray<FieldValues>
  readonly error: string | undefined
  readonly isHydrated: boolean
  readonly onEdit: (fields: ReadonlyArray<FieldValues>) => void
}

const BLANK: FieldValues = { label: "", help: "", kind: "text", need: "needed" }
/** Empty rows for adding questions without scripts. */
const SPARE = 3

/** Names of the kinds of a template's questions. Pure. */
const fieldKindWords: Readonly<Record<FieldKind, string>> = {
  line: "Short text",
  text: "Long text",
  number: "Number or amount",
  date: "Date",
  member: "Member"
}

const kinds = Object.entries(fieldKindWords)

/** A template's questions, one row each. Empty rows are not saved. */
export function FieldRows({ error, fields, isHydrated, onEdit }: Props) {
  const spare = isHydrated ? Math.max(0, 1 - fields.length) : Math.min(SPARE, LIMITS.fields - fields.length)
  const rows = [...fields, ...Array.from({ length: Math.max(0, spare) }, () => BLANK)]
  const change = (at: number, part: Partial<FieldValues>) =>
    onEdit(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className="field" data-invalid={error === undefined ? undefined : true}>
      <legend className="label">Questions</legend>
      <p className="field__hint">
        1 to {LIMITS.fields}. Each becomes a heading of the text, with its answer below. Clear a row to leave it out.
      </p>
      {rows.map((row, at) => (
        <Row
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
          key={at}
          at={at}
          row={row}
          onEdit={(part) => change(at, part)}
          onRemove={rows.length > 1 ? () => onEdit(rows.filter((_, index) => index !== at)) : null}
        />
      ))}
      <FieldError id={`${fieldId("fields")}-error`} message={error} />
      {rows.length < LIMITS.fields && (
        <p className="only-script">
          <HydratedButton className="button" data-size="s" onClick={() => onEdit([...rows, BLANK])}>
            Add a question
          </HydratedButton>
        </p>
      )}
    </fieldset>
  )
}

type RowProps = {
  readonly at: number
  readonly row: FieldValues
  readonly onEdit: (part: Partial<FieldValues>) => void
  readonly onRemove: (() => void) | null
}

function Row({ at, onEdit, onRemove, row }: RowProps) {
  const nth = at + 1
  return (
    <fieldset className="template-row stack" data-gap="s">
      <legend className="visually-hidden">Question {nth}</legend>
      <input
        className="input"
        id={at === 0 ? fieldId("fields") : undefined}
        name="fieldLabel"
        maxLength={LIMITS.label.most}
        aria-label={`Question ${nth}`}
        placeholder={`Question ${nth}`}
        value={row.label}
        onChange={(event) => onEdit({ label: event.currentTarget.value })}
      />
      <input
        className="input"
        name="fieldHelp"
        maxLength={LIMITS.help}
        aria-label={`Help below question ${nth}`}
        placeholder="Help (optional)"
        value={row.help}
        onChange={(event) => onEdit({ help: event.currentTarget.value })}
      />
      <div className="row">
        <select
          className="input"
          name="fieldKind"
          aria-label={`Kind of answer to question ${nth}`}
          value={row.kind}
          onChange={(event) => onEdit({ kind: kindOf(event.currentTarget.value) })}
        >
          {kinds.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <select
          className="input"
          name="fieldNeed"
          aria-label={`Must question ${nth} be answered?`}
          value={row.need}
          onChange={(event) => onEdit({ need: event.currentTarget.value === "optional" ? "optional" : "needed" })}
        >
          <option value="needed">Must be answered</option>
          <option value="optional">Optional</option>
        </select>
        {onRemove !== null && (
          <HydratedButton className="button only-script" data-kind="quiet" data-size="s" onClick={onRemove}>
            Remove
            <span className="visually-hidden"> question {nth}</span>
          </HydratedButton>
        )}
      </div>
    </fieldset>
  )
}

const isKind = (text: string): text is FieldValues["kind"] => Object.hasOwn(fieldKindWords, text)
const kindOf = (text: string): FieldValues["kind"] => (isKind(text) ? text : "text")
