import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useRootData } from "~/components/base/site/root-data"
import { useSlugCheck } from "./use-slug-check"

type Props = {
  readonly value: string
  readonly draft: string | null
  readonly error: string | undefined
  readonly onEdit: (slug: string) => void
}

/** The address field: suggested from the name, and checked for being taken. */
export function SlugField({ draft, error, onEdit, value }: Props) {
  const { origin } = useRootData()
  const check = useSlugCheck(value, draft)
  const id = fieldId("slug")
  const message = check.state === "taken" ? "This address is taken." : check.state === "free" ? undefined : error
  return (
    <div className="field">
      <label htmlFor={id}>Address</label>
      <input
        className="input digest"
        id={id}
        name="slug"
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={message !== undefined || undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        value={value}
        onChange={(event) => onEdit(event.target.value.toLowerCase())}
      />
      <p className="field__foot" id={`${id}-hint`}>
        <span className="slug-line">
          {origin.replace(/^https?:\/\//, "")}/explore/<b>{value === "" ? "…" : value}</b>
        </span>
        <span role="status">
          {check.state === "free" && (
            <span className="state-line" data-tone="ok">
              <Icon name="check" /> Available
            </span>
          )}
        </span>
      </p>
      <FieldError id={`${id}-error`} message={message} />
      {check.state === "taken" && check.suggestion !== null && (
        <p>
          <HydratedButton className="link-button" onClick={() => check.suggestion !== null && onEdit(check.suggestion)}>
            Use {check.suggestion}
          </HydratedButton>
        </p>
      )}
    </div>
  )
}
