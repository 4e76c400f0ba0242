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
  /** Called for each change of the name: while founding, the address follows the name. */
  readonly onName: (name: string) => void
  /** The field for its tags. */
  readonly tags: ReactNode
  /** The id from which the emblem is drawn when there is no logo; null before there is one. */
  readonly sealOf: string | null
  readonly address: ReactNode
  /** Below the logo. */
  readonly more?: ReactNode
}

/** The fields that describe a community, in founding and in its settings. */
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
      <TextField label="Tagline" hint="One line, shown in the directory" limit={120} {...text("tagline")} />
      {tags}
      <PictureField
        name="logo"
        label="Logo"
        value={values.logo}
        onEdit={(logo) => edit({ logo })}
        error={errors.logo}
        hint={
          sealOf === null
            ? "Without a logo, an emblem like this one is shown. It gets its own colour when you save."
            : "Without a logo, this emblem is shown."
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
