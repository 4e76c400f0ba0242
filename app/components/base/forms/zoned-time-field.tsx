import { ownZone } from "~/effects/base/text/moments"
import { FieldError } from "./field-error"
import { fieldId } from "./fields"
import { localInput } from "./local-input"

type Props = {
  readonly name: string
  readonly label: string
  /** A text in UTC. */
  readonly value: string
  readonly onEdit: (utc: string) => void
  readonly isHydrated: boolean
  readonly hint?: string
  readonly error?: string | undefined
}

/** "2026-11-30T18:00" in UTC converted to the reader's zone; unchanged before hydration. */
const shownTime = (utc: string, isHydrated: boolean): string => {
  const at = Date.parse(`${utc}Z`)
  return isHydrated && !Number.isNaN(at) ? localInput(at, true) : utc
}

/** The picked local time in UTC; an incomplete value becomes empty. */
const storedTime = (local: string): string => {
  const at = new Date(local).getTime()
  return Number.isNaN(at) ? "" : new Date(at).toISOString().slice(0, 16)
}

/**
 * A date and a time in the reader's zone. The posted value is in UTC, which is also what is typed without JavaScript.
 */
export function ZonedTimeField({ error, hint, isHydrated, label, name, onEdit, value }: Props) {
  const id = fieldId(name)
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isHydrated && <input type="hidden" name={name} value={value} />}
      <input
        key={isHydrated ? "own zone" : "UTC"}
        className="input"
        type="datetime-local"
        id={id}
        name={isHydrated ? undefined : name}
        {...(isHydrated ? { value: shownTime(value, true) } : { defaultValue: value })}
        // Also handled for input before hydration: people type in their own zone whatever the hint says, and it is
        // shown that way from then on.
        onChange={(event) => onEdit(storedTime(event.currentTarget.value))}
        aria-describedby={`${id}-hint ${id}-error`}
        aria-invalid={error !== undefined || undefined}
      />
      <p className="field__foot" id={`${id}-hint`}>
        <span>
          {isHydrated ? `Your time zone, ${ownZone()}.` : "In UTC."}
          {hint !== undefined && ` ${hint}`}
        </span>
      </p>
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}
