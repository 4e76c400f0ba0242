import { type ReactNode, useMemo } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { fieldId } from "~/components/base/forms/fields"
import { FormIcon } from "~/components/base/parts/form-icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { useRootData } from "~/components/base/site/root-data"
import { backendClient } from "~/components/people/signup/backend-client"
import { UploadLine } from "~/components/people/signup/image-upload"
import { useUpload } from "~/components/people/signup/use-upload"
import { displayImageUrl } from "~/effects/people/uploads/address"

type Props = {
  readonly name: string
  readonly label: string
  /** Address of the stored picture; empty if there is none. */
  readonly value: string
  readonly error: string | undefined
  /** Shown while there is no picture. */
  readonly instead?: ReactNode
  readonly hint: string
  readonly onEdit: (url: string) => void
}

/** An optional picture. Choosing one needs JavaScript; the form submits its address. */
export function PictureField({ error, hint, instead, label, name, onEdit, value }: Props) {
  const { uploads } = useRootData()
  const backend = useMemo(() => backendClient(uploads), [uploads])
  const { state, upload } = useUpload(backend, (file) => onEdit(displayImageUrl(uploads.cdnUrl, file)))
  const isUploading = state.status === "uploading"
  const id = fieldId(name)
  return (
    <fieldset className="field" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{label}</legend>
      <div className="upload" data-state={error === undefined ? undefined : "bad"} aria-busy={isUploading}>
        <span className="upload__picture">
          {value === "" ? (
            (instead ?? <FormIcon name="upload" />)
          ) : (
            <img src={value} alt="Your upload" width={88} height={88} />
          )}
        </span>
        <div className="stack" data-gap="s">
          <UploadLine state={state} />
          <p className="field__hint" id={`${id}-hint`}>
            {hint} PNG, JPEG or WebP, up to 5 MiB.
          </p>
          <div className="row">
            <label className="button" data-size="s" aria-disabled={isUploading || undefined}>
              <FormIcon name="upload" />
              {value === "" ? "Choose a picture" : "Choose another"}
              <input
                className="visually-hidden"
                id={id}
                type="file"
                accept="image/png,image/jpeg,image/webp"
                aria-describedby={`${id}-hint`}
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  if (file !== undefined && !isUploading) void upload(file)
                  event.target.value = "" // so that the same file can be chosen again
                }}
              />
            </label>
            {value !== "" && (
              <HydratedButton className="button" data-kind="quiet" data-size="s" onClick={() => onEdit("")}>
                Remove picture
              </HydratedButton>
            )}
          </div>
        </div>
      </div>
      <input type="hidden" name={name} value={value} />
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}
