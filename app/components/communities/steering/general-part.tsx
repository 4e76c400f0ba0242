import { fieldId, TextField } from "~/components/base/forms/fields"
import { useFrame } from "~/components/base/site/use-frame"
import { BasicsFields } from "~/components/communities/founding/basics-fields"
import { PictureField } from "~/components/communities/founding/picture-field"
import { SlugField } from "~/components/communities/founding/slug-field"
import { TagPicker } from "~/components/people/signup/tag-picker"
import { replyTo } from "~/effects/base/remix/PageReply"
import type { PartProps } from "./part-props"
import { SettingsForm } from "./settings-form"
import { usePart } from "./use-part"

export function GeneralPart({ page, reply: last }: PartProps) {
  const { id } = useFrame()
  const reply = replyTo(last, "save-general")
  const { edit, isChanged, values } = usePart("general", page.general, page.version, reply)
  const errors = reply?.fields ?? {}
  const address = page.slugIsFixed ? (
    <TextField
      name="slug"
      label="Address"
      value={page.general.slug}
      onEdit={() => undefined}
      error={errors.slug}
      hint="Fixed since the first member joined."
      mono
      readOnly
    />
  ) : (
    <SlugField value={values.slug} draft={id} onEdit={(slug) => edit({ slug })} error={errors.slug} />
  )
  return (
    <SettingsForm intent="save-general" part="general" page={page} reply={reply} typed={values} isChanged={isChanged}>
      <BasicsFields
        values={values}
        errors={errors}
        edit={edit}
        onName={(name) => edit({ name })}
        tags={
          <TagPicker
            hint="Choose 1 to 5. People find you by them."
            invitation="Choose tags"
            listId={fieldId("tags")}
            source={{ status: "ready", tags: page.tags.map((name) => ({ id: name, name })) }}
            chosen={values.tags}
            error={errors.tags}
            onToggle={(name) =>
              edit({
                tags: values.tags.includes(name) ? values.tags.filter((tag) => tag !== name) : [...values.tags, name]
              })
            }
          />
        }
        sealOf={id}
        address={address}
        more={
          <PictureField
            name="cover"
            label="Cover"
            value={values.cover}
            onEdit={(cover) => edit({ cover })}
            error={errors.cover}
            hint="A wide picture above the name."
          />
        }
      />
    </SettingsForm>
  )
}
