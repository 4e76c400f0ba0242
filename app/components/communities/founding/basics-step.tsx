import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import type { FieldErrors } from "~/effects/base/remix/form"
import { slugOf } from "~/effects/communities/founding/slug"
import type { BasicsValues } from "~/effects/communities/founding/values"
import { BasicsFields } from "./basics-fields"
import { SlugField } from "./slug-field"

type TagChoiceProps = {
  readonly tags: ReadonlyArray<string>
  readonly chosen: ReadonlyArray<string>
  readonly error: string | undefined
  readonly onEdit: (chosen: ReadonlyArray<string>) => void
}

/** Choice of one to five of the site's interests. */
function TagChoice({ chosen, error, onEdit, tags }: TagChoiceProps) {
  const errorId = `${fieldId("tags")}-error`
  // Chosen tags that are no longer in the list stay visible, so that they can be removed.
  const listed = [...tags, ...chosen.filter((tag) => !tags.includes(tag))]
  const toggle = (tag: string) =>
    onEdit(chosen.includes(tag) ? chosen.filter((other) => other !== tag) : [...chosen, tag])
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : errorId}>
      <legend>Tags</legend>
      <p className="field__foot">
        <span>Choose 1 to 5. People find you by them.</span>
        <span>{chosen.length} chosen</span>
      </p>
      <div className="tag-grid" data-invalid={error === undefined ? undefined : true}>
        {listed.map((tag, index) => (
          <label className="check" key={tag}>
            <input
              type="checkbox"
              id={index === 0 ? fieldId("tags") : undefined}
              name="tags"
              value={tag}
              checked={chosen.includes(tag)}
              onChange={() => toggle(tag)}
            />
            {tag}
          </label>
        ))}
      </div>
      <FieldError id={errorId} message={error} />
    </fieldset>
  )
}

export interface StepProps<Values> {
  readonly values: Values
  readonly edit: (change: Partial<Values>) => void
  readonly errors: FieldErrors
}

type Props = StepProps<BasicsValues> & { readonly tags: ReadonlyArray<string>; readonly draft: string | null }

export function BasicsStep({ draft, edit, errors, tags, values }: Props) {
  const rename = (name: string) => {
    const follows = values.slug === "" || values.slug === slugOf(values.name)
    edit({ name, ...(follows ? { slug: slugOf(name) } : {}) })
  }
  return (
    <BasicsFields
      values={values}
      errors={errors}
      edit={edit}
      onName={rename}
      tags={
        <TagChoice tags={tags} chosen={values.tags} onEdit={(chosen) => edit({ tags: chosen })} error={errors.tags} />
      }
      sealOf={draft}
      address={<SlugField draft={draft} value={values.slug} onEdit={(slug) => edit({ slug })} error={errors.slug} />}
    />
  )
}
