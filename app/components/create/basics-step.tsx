import { slugOf } from "~/effects/founding/slug"
import type { BasicsValues } from "~/effects/founding/values"
import type { FieldErrors } from "~/effects/remix/form"
import { Seal } from "../community/seal"
import { AreaField, ChoiceField, TextField } from "./fields"
import { LinkRows } from "./link-rows"
import { PictureField } from "./picture-field"
import { SlugField } from "./slug-field"
import { TagChoice } from "./tag-choice"
import { visibilities } from "./visibilities"

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
    <>
      <TextField
        name="name"
        label="Name"
        value={values.name}
        onEdit={rename}
        error={errors.name}
        hint="3 to 60 characters"
        limit={60}
      />
      <SlugField draft={draft} value={values.slug} onEdit={(slug) => edit({ slug })} error={errors.slug} />
      <TextField
        name="tagline"
        label="In one line"
        value={values.tagline}
        onEdit={(tagline) => edit({ tagline })}
        error={errors.tagline}
        hint="What it is about, for people who pass by"
        limit={120}
      />
      <TagChoice tags={tags} chosen={values.tags} onEdit={(chosen) => edit({ tags: chosen })} error={errors.tags} />
      <PictureField
        name="logo"
        label="Logo"
        value={values.logo}
        onEdit={(logo) => edit({ logo })}
        error={errors.logo}
        hint="Without one, your community gets this seal."
        instead={
          <Seal community={{ id: values.slug, name: values.name === "" ? "?" : values.name, logo: null }} size="l" />
        }
      />
      <ChoiceField
        name="visibility"
        label="Who can see it"
        value={values.visibility}
        onEdit={(visibility) => edit({ visibility })}
        error={errors.visibility}
        options={visibilities}
      />
      <AreaField
        name="description"
        label="About (optional)"
        value={values.description}
        onEdit={(description) => edit({ description })}
        error={errors.description}
        hint="Markdown works here."
        limit={10_000}
      />
      <LinkRows values={values} onEdit={edit} error={errors.links} />
    </>
  )
}
