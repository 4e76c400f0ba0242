import type { FieldErrors } from "~/effects/base/remix/form"
import { slugOf } from "~/effects/communities/founding/slug"
import type { BasicsValues } from "~/effects/communities/founding/values"
import { BasicsFields } from "./basics-fields"
import { SlugField } from "./slug-field"
import { TagChoice } from "./tag-choice"

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
