import { type Dispatch, type ReactNode, useId } from "react"
import { StillMissing } from "~/components/base/forms/still-missing"
import { useEnterCheck } from "~/components/base/forms/use-enter-check"
import { missingInProfile } from "~/effects/people/signup/missing"
import { shownErrors, type WizardEvent, type WizardState } from "~/effects/people/signup/wizard"
import type { UploadTarget } from "~/effects/people/uploads/Upload"
import type { BackendClient } from "./backend-client"
import { ImageUpload } from "./image-upload"
import { AddressField, BioField, EmailField, NameField } from "./profile-fields"
import { TagPicker, type TagSource } from "./tag-picker"

type Props = {
  readonly state: WizardState
  readonly dispatch: Dispatch<WizardEvent>
  readonly account: { readonly address: string; readonly label: string }
  readonly backend: BackendClient
  readonly uploads: UploadTarget
  readonly tags: TagSource
  /** Called once the form is valid. */
  readonly onNext: () => void
  /** Shows whether the draft is saved. */
  readonly status: ReactNode
}

/**
 * Step 0 of the wizard. An error shows once its field was left or edited; Next is disabled until the whole form is
 * valid.
 */
export function ProfileStep({ account, backend, dispatch, onNext, state, status, tags, uploads }: Props) {
  const { profile, touched } = state
  const id = useId()
  const missing = missingInProfile(profile)
  const isValid = missing.length === 0
  const errors = shownErrors(profile, touched)
  const enterCheck = useEnterCheck(isValid, () => dispatch({ type: "touchAll" }))
  const text = (field: "username" | "email" | "bio") => ({
    value: profile[field],
    isInvalid: field in errors,
    onEdit: (value: string) => dispatch({ type: "edit", change: { [field]: value } }),
    onLeave: () => dispatch({ type: "leave", field })
  })

  return (
    <form
      className="stack"
      data-gap="l"
      aria-labelledby="profile-title"
      noValidate
      {...enterCheck}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onNext()
        else dispatch({ type: "touchAll" })
      }}
    >
      <Heading />
      <AddressField address={account.address} />
      <NameField
        {...text("username")}
        wallet={{
          isSame: state.sameAsWallet,
          onSame: (on) => dispatch({ type: "sameAsWallet", on, label: account.label })
        }}
      />
      <EmailField {...text("email")} hint="We will send a six-digit code to it in the last step." />
      <BioField {...text("bio")} />
      <TagPicker
        source={tags}
        chosen={profile.tags}
        error={errors.tags}
        onToggle={(name) => dispatch({ type: "toggleTag", name })}
        onLeave={() => dispatch({ type: "leave", field: "tags" })}
      />
      <ImageUpload
        backend={backend}
        uploads={uploads}
        value={profile.display_image}
        error={errors.display_image}
        onUploaded={(display_image) => dispatch({ type: "edit", change: { display_image } })}
        onLeave={() => dispatch({ type: "leave", field: "display_image" })}
      />
      {status}
      <StillMissing id={`${id}-missing`} missing={missing} />
      <div className="form-end">
        <button
          className="button push"
          data-kind="primary"
          type="submit"
          disabled={!isValid}
          aria-describedby={isValid ? undefined : `${id}-missing`}
        >
          Next
        </button>
      </div>
    </form>
  )
}

const Heading = () => (
  <div className="stack" data-gap="s">
    <h2 id="profile-title" tabIndex={-1} data-step-title>
      Personal Details
    </h2>
    <p className="muted">Your e-mail is never shown to anyone. The rest is your public profile.</p>
    <p className="small muted" data-required-key>
      Required field
    </p>
  </div>
)
