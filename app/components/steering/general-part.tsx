import { replyTo } from "~/effects/remix/PageReply"
import { Seal } from "../community/seal"
import { AreaField, ChoiceField, TextField } from "../create/fields"
import { LinkRows } from "../create/link-rows"
import { PictureField } from "../create/picture-field"
import { SlugField } from "../create/slug-field"
import { TagChoice } from "../create/tag-choice"
import { visibilities } from "../create/visibilities"
import { useFrame } from "../inside/use-frame"
import { SettingsForm } from "./settings-form"
import type { PartProps } from "./settings-view"
import { usePart } from "./use-part"

/** What the community is. */
export function GeneralPart({ page, reply: last }: PartProps) {
  const { id } = useFrame()
  const reply = replyTo(last, "save-general")
  const { edit, isChanged, values } = usePart("general", page.general, page.version, reply)
  const errors = reply?.fields ?? {}
  const text = (name: "name" | "tagline" | "description") => ({
    name,
    value: values[name],
    error: errors[name],
    onEdit: (value: string) => edit({ [name]: value })
  })
  return (
    <SettingsForm intent="save-general" part="general" page={page} reply={reply} typed={values} isChanged={isChanged}>
      <TextField label="Name" hint="3 to 60 characters" limit={60} {...text("name")} />
      {page.slugIsFixed ? (
        <TextField
          name="slug"
          label="Address"
          value={page.general.slug}
          onEdit={() => undefined}
          error={errors.slug}
          hint="Stays as it is since the first member joined."
          mono
          readOnly
        />
      ) : (
        <SlugField value={values.slug} draft={id} onEdit={(slug) => edit({ slug })} error={errors.slug} />
      )}
      <TextField label="In one line" limit={120} {...text("tagline")} />
      <AreaField label="About (optional)" hint="Markdown works here." limit={10_000} {...text("description")} />
      <TagChoice tags={page.tags} chosen={values.tags} onEdit={(tags) => edit({ tags })} error={errors.tags} />
      <PictureField
        name="logo"
        label="Logo"
        value={values.logo}
        onEdit={(logo) => edit({ logo })}
        error={errors.logo}
        hint="Without one, the seal stands for you."
        instead={<Seal community={{ id, name: values.name, logo: null }} size="l" />}
      />
      <PictureField
        name="cover"
        label="Cover"
        value={values.cover}
        onEdit={(cover) => edit({ cover })}
        error={errors.cover}
        hint="A wide picture above the name."
      />
      <ChoiceField
        name="visibility"
        label="Who can see it"
        value={values.visibility}
        onEdit={(visibility) => edit({ visibility })}
        error={errors.visibility}
        options={visibilities}
      />
      <LinkRows values={values} onEdit={edit} error={errors.links} />
    </SettingsForm>
  )
}
