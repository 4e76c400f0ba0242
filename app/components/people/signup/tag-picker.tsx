/**
 * Choosing interests: a list of checkboxes that opens, and the chosen tags above it. The list is native HTML, so it
 * works with the keyboard and, if the tags came with the page, without JavaScript.
 */

import { type FocusEvent, type KeyboardEvent, useId, useRef } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import type { Tag } from "./backend-client"

export type TagSource =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly onRetry: () => void }
  | { readonly status: "ready"; readonly tags: ReadonlyArray<Tag> }

type Props = {
  /** How many to choose; shown on the closed list. */
  readonly hint?: string
  readonly invitation?: string
  /** Id for links from an error summary. */
  readonly listId?: string
  readonly source: TagSource
  readonly chosen: ReadonlyArray<string>
  readonly error: string | undefined
  readonly onToggle: (name: string) => void
  /** The focus has left the whole picker. */
  readonly onLeave?: () => void
}

/** Chosen tags that the server no longer lists stay visible, so that they can be removed. */
const listed = (tags: ReadonlyArray<Tag>, chosen: ReadonlyArray<string>): ReadonlyArray<Tag> => [
  ...tags,
  ...chosen.filter((name) => tags.every((tag) => tag.name !== name)).map((name) => ({ id: name, name }))
]

export function TagPicker({
  chosen,
  error,
  hint = "Pick 5 to 10.",
  invitation = "Choose 5 communities you might be interested in",
  listId,
  onLeave,
  onToggle,
  source
}: Props) {
  const id = useId()
  const summary = useRef<HTMLElement>(null)
  const details = useRef<HTMLDetailsElement>(null)

  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) onLeave?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || details.current?.open !== true) return
    details.current.open = false
    summary.current?.focus()
  }
  const takeOut = (name: string) => {
    onToggle(name)
    summary.current?.focus() // its own button is about to disappear
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus and Escape of the controls inside
    <div className="field" data-invalid={error === undefined ? undefined : true} onBlur={onBlur} onKeyDown={onKeyDown}>
      <span className="label" id={id} data-required>
        Tags
      </span>
      {/* One line, so that the layout does not move when the tags arrive. */}
      <p className="field__foot">
        <span id={`${id}-hint`}>{hint}</span>
        <span role="status">{source.status === "loading" && "Loading..."}</span>
      </p>
      {chosen.length > 0 && (
        <ul className="row" aria-label="Chosen tags">
          {chosen.map((name) => (
            <li className="token" key={name}>
              {name}
              <HydratedButton aria-label={`Remove ${name}`} onClick={() => takeOut(name)}>
                <Icon name="cross" />
              </HydratedButton>
            </li>
          ))}
        </ul>
      )}
      <details className="tag-select" ref={details}>
        <summary
          className="input"
          id={listId}
          data-field="tags"
          ref={summary}
          aria-describedby={`${id}-hint ${id}-error`}
        >
          {invitation}
          <Icon name="down" />
        </summary>
        {source.status === "ready" && (
          <TagList tags={listed(source.tags, chosen)} chosen={chosen} labelledBy={id} onToggle={onToggle} />
        )}
      </details>
      {source.status === "failed" && <TagsMissing onRetry={source.onRetry} />}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  )
}

type ListProps = Pick<Props, "chosen" | "onToggle"> & {
  readonly tags: ReadonlyArray<Tag>
  readonly labelledBy: string
}

function TagList({ chosen, labelledBy, onToggle, tags }: ListProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not scroll as one grid
    <div className="tag-select__list" role="group" aria-labelledby={labelledBy}>
      {tags.map((tag) => (
        <label className="check" key={tag.id}>
          <input
            type="checkbox"
            name="tags"
            value={tag.name}
            checked={chosen.includes(tag.name)}
            onChange={() => onToggle(tag.name)}
          />
          {tag.name}
        </label>
      ))}
    </div>
  )
}

/** Below the list, not in it, so that it is read out whether the list is open or not. */
function TagsMissing({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className="row" role="alert">
      <span className="field__error">
        <Icon name="alert" />
        Error loading tags
      </span>
      <HydratedButton className="button" data-kind="quiet" data-size="s" onClick={onRetry}>
        Try again
      </HydratedButton>
    </div>
  )
}
