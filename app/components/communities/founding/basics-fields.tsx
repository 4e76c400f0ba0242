import type { ReactNode } from "react"
import { AreaField, ChoiceField, TextField } from "~/components/base/forms/fields"
import { Seal } from "~/components/base/parts/seal"
import type { FieldErrors } from "~/effects/base/remix/form"
import type { BasicsValues } from "~/effects/communities/founding/values"
import { LinkRows } from "./link-rows"
import { PictureField } from "./picture-field"
import { visibilities } from "./visibilities"

type Props = {
  readonly values: BasicsValues
  readonly errors: FieldErrors
  readonly edit: (change: Partial<BasicsValues>) => void
  /** While it is founded, the address follows the name. */
  readonly onName: (name: string) => void
  /** The field for its tags. */
  readonly tags: ReactNode
  /** Draws the seal that stands for it without a logo. */
  readonly sealOf: string | null
  readonly address: ReactNode
  /** Below the logo. */
  readonly more?: ReactNode
}

/** What a community is: the same questions when it is founded and in its settings. */
export function BasicsFields({ address, edit, errors, more, onName, sealOf, tags, values }: Props) {
  const text = (name: "tagline" | "description") => ({
    name,
    value: values[name],
    error: errors[name],
    onEdit: (value: string) => edit({ [name]: value })
  })
  return (
    <>
      <TextField
        name="name"
        label="Name"
        value={values.name}
        onEdit={onName}
        error={errors.name}
        hint="3 to 60 characters"
        limit={60}
      />
      {address}
      <TextField label="Tagline" hint="In one line, for people who pass by" limit={120} {...text("tagline")} />
      {tags}
      <PictureField
        name="logo"
        label="Logo"
        value={values.logo}
        onEdit={(logo) => edit({ logo })}
        error={errors.logo}
        hint={
          sealOf === null
            ? "Without one, an emblem like this stands for the community. It gets its own colour once it is saved."
            : "Without one, this emblem stands for the community."
        }
        instead={<Seal community={{ id: sealOf, name: values.name === "" ? "?" : values.name, logo: null }} size="l" />}
      />
      {more}
      <ChoiceField
        name="visibility"
        label="Who can see it"
        value={values.visibility}
        onEdit={(visibility) => edit({ visibility })}
        error={errors.visibility}
        options={visibilities}
      />
      <AreaField label="About (optional)" hint="Markdown works here." limit={10_000} {...text("description")} />
      <LinkRows values={values} onEdit={edit} error={errors.links} />
    </>
  )
}
