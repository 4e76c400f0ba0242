/** The profile picture: choose, wait, preview. The form submits the stored picture's public address. */
import { useId } from "react"
import { FieldError } from "~/components/base/forms/field-error"
import { FormIcon } from "~/components/base/parts/form-icon"
import { Icon } from "~/components/base/parts/icon"
import { displayImageUrl } from "~/effects/people/uploads/address"
import type { UploadTarget } from "~/effects/people/uploads/Upload"
import type { BackendClient } from "./backend-client"
import { type UploadState, useUpload } from "./use-upload"

type Props = {
  readonly backend: BackendClient
  readonly uploads: UploadTarget
  /** Address of the stored picture; empty before there is one. */
  readonly value: string
  readonly error: string | undefined
  readonly onUploaded: (url: string) => void
  /** The focus has left the widget. */
  readonly onLeave: () => void
}

/** A size in bytes, as people read it. */
const size = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export function ImageUpload({ backend, error, onLeave, onUploaded, uploads, value }: Props) {
  const id = useId()
  const { state, upload } = useUpload(backend, (file) => onUploaded(displayImageUrl(uploads.cdnUrl, file)))
  const isUploading = state.status === "uploading"

  return (
    <fieldset className="field" data-invalid={error === undefined ? undefined : true} aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`} data-required>
        Profile picture
      </span>
      <div className="upload" data-state={error === undefined ? undefined : "bad"} aria-busy={isUploading}>
        <span className="upload__picture">
          {value === "" ? <FormIcon name="upload" /> : <img src={value} alt="Your upload" width={88} height={88} />}
        </span>
        <div className="stack" data-gap="s">
          <UploadLine state={state} />
          <p className="field__hint" id={`${id}-hint`}>
            {state.status === "success" && `${state.name}, ${size(state.bytes)}. `}
            PNG, JPEG or WebP, up to 5 MiB.
          </p>
          <label className="button" data-size="s" aria-disabled={isUploading || undefined}>
            <FormIcon name="upload" />
            {value === "" ? "Choose a picture" : "Choose another"}
            <input
              className="visually-hidden"
              type="file"
              accept="image/png,image/jpeg,image/webp"
              data-field="display_image"
              aria-describedby={`${id}-hint ${id}-error`}
              onBlur={onLeave}
              onChange={(event) => {
                const file = event.target.files?.[0]
                if (file !== undefined && !isUploading) void upload(file)
                event.target.value = "" // so that the same file can be chosen again
              }}
            />
          </label>
        </div>
      </div>
      <input type="hidden" name="display_image" value={value} />
      <FieldError id={`${id}-error`} message={error} />
    </fieldset>
  )
}

/** Announces the result of the upload. */
export function UploadLine({ state }: { readonly state: UploadState }) {
  return (
    <div aria-live="polite">
      {state.status === "uploading" && (
        <p className="state-line">
          <span className="spinner" aria-hidden="true" />
          Uploading...
        </p>
      )}
      {state.status === "success" && (
        <p className="state-line" data-tone="ok">
          <Icon name="check" />
          File uploaded successfully.
        </p>
      )}
      {state.status === "failure" && (
        <>
          <p className="field__error">
            <Icon name="alert" />
            {state.message}
          </p>
          {state.detail !== undefined && <p className="small">{state.detail}</p>}
        </>
      )}
    </div>
  )
}
