import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import type { ChoiceValues } from "~/effects/governance/proposals/values"

const MOST = 20
const LEAST = 2

type Props = {
  readonly choices: ReadonlyArray<ChoiceValues>
  readonly error: string | undefined
  readonly hint?: string
  readonly onEdit: (choices: ReadonlyArray<ChoiceValues>) => void
}

/** At least two rows, so that choices can be entered without JavaScript too. */
export const paddedChoices = (choices: ReadonlyArray<ChoiceValues>): ReadonlyArray<ChoiceValues> => [
  ...choices,
  ...Array.from({ length: Math.max(0, LEAST - choices.length) }, () => ({ label: "", note: "" }))
]

/** The choices of a vote: a name, and an optional note. */
export function ChoiceRows({
  choices,
  error,
  hint = "2 to 20, in the order in which everybody sees them.",
  onEdit
}: Props) {
  const rows = paddedChoices(choices)
  const change = (at: number, part: Partial<ChoiceValues>) =>
    onEdit(rows.map((row, index) => (index === at ? { ...row, ...part } : row)))
  return (
    <fieldset className="field" data-invalid={error === undefined ? undefined : true}>
      <legend className="label">Choices</legend>
      <p className="field__hint">{hint}</p>
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place in the list
        <div className="choice-row" key={at}>
          <input
            className="input"
            id={at === 0 ? fieldId("choices") : undefined}
            name="choice"
            maxLength={80}
            aria-label={`Choice ${at + 1}`}
            placeholder={`Choice ${at + 1}`}
            value={row.label}
            onChange={(event) => change(at, { label: event.currentTarget.value })}
          />
          <input
            className="input"
            name="choiceNote"
            maxLength={200}
            aria-label={`Note on choice ${at + 1}`}
            placeholder="Note (optional)"
            value={row.note}
            onChange={(event) => change(at, { note: event.currentTarget.value })}
          />
          {rows.length > LEAST && (
            <HydratedButton
              className="button only-script"
              data-kind="quiet"
              data-size="s"
              onClick={() => onEdit(rows.filter((_, index) => index !== at))}
            >
              Remove
              <span className="visually-hidden"> choice {at + 1}</span>
            </HydratedButton>
          )}
        </div>
      ))}
      <FieldError id={`${fieldId("choices")}-error`} message={error} />
      {rows.length < MOST && (
        <p className="only-script">
          <HydratedButton className="button" data-size="s" onClick={() => onEdit([...rows, { label: "", note: "" }])}>
            Add a choice
          </HydratedButton>
        </p>
      )}
    </fieldset>
  )
}
