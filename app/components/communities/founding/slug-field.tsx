import { useEffect, useState } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useRootData } from "~/components/base/site/root-data"
import { SLUG_LENGTH } from "~/effects/communities/founding/slug"

type Props = {
  readonly value: string
  readonly draft: string | null
  readonly error: string | undefined
  readonly onEdit: (slug: string) => void
}

/** Milliseconds after the last key. */
const PAUSE = 400

type SlugState =
  | { readonly state: "unknown" }
  | { readonly state: "free" }
  | { readonly state: "taken"; readonly suggestion: string | null }

const isSound = (slug: string) =>
  slug.length >= SLUG_LENGTH.min && slug.length <= SLUG_LENGTH.max && /^[a-z0-9][a-z0-9-]*[a-z0-9]$/.test(slug)

const stateOf = (reply: unknown): SlugState => {
  if (typeof reply !== "object" || reply === null || !("free" in reply)) return { state: "unknown" }
  if (reply.free === true) return { state: "free" }
  const suggestion = "suggestion" in reply && typeof reply.suggestion === "string" ? reply.suggestion : null
  return { state: "taken", suggestion }
}

/** `draft` is the community that may keep its present address. */
function useSlugCheck(slug: string, draft: string | null): SlugState {
  const [known, setKnown] = useState<SlugState & { readonly slug: string }>({ state: "unknown", slug: "" })
  useEffect(() => {
    if (!isSound(slug)) return
    const aborter = new AbortController()
    const timer = setTimeout(async () => {
      const params = new URLSearchParams({ slug, ...(draft === null ? {} : { draft }) })
      try {
        const response = await fetch(`/api/slugs?${params}`, { signal: aborter.signal })
        const reply: unknown = response.ok ? await response.json() : null
        setKnown({ ...stateOf(reply), slug })
      } catch {
        // The server reports it when the step is submitted.
      }
    }, PAUSE)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [draft, slug])
  return known.slug === slug ? known : { state: "unknown" }
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
