import { type Dispatch, type ReactNode, useId } from "react"
import { AccountNotProven, EmailTaken, NameTaken } from "~/effects/signup/errors"
import type { WizardEvent, WizardState } from "~/effects/signup/wizard"
import { Icon } from "../icon"
import { OtpBoxesField } from "./otp-boxes"

type Props = {
  readonly state: WizardState
  readonly dispatch: Dispatch<WizardEvent>
  readonly onPrevious: () => void
  readonly onSubmit: () => void
  readonly onConnect: () => void
  /** Where the code went, and the way to another one. */
  readonly sending: ReactNode
}

/** Refusals that are mended on the first step (R-S3). */
const mendedInProfile: Readonly<Record<string, string>> = {
  [new NameTaken().message]: "Choose another name",
  [new EmailTaken().message]: "Use another e-mail"
}
const UNPROVEN = new AccountNotProven({ status: 401 }).message

/** Step 2 of the wizard: the code from the e-mail, and the end. */
export function OtpStep({ dispatch, onConnect, onPrevious, onSubmit, sending, state }: Props) {
  const id = useId()
  const { submit } = state
  const isSubmitting = submit.status === "submitting"
  const problem = submit.status === "failed" ? submit.message : undefined
  const mend = problem === undefined ? undefined : mendedInProfile[problem]

  return (
    <form
      className="stack"
      data-gap="l"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSubmitting) onSubmit()
      }}
    >
      <fieldset className="stack" aria-labelledby={`${id}-title`}>
        <h2 id={`${id}-title`}>Enter the OTP sent to your e-mail:</h2>
        <div className="field">
          <OtpBoxesField
            boxes={state.boxes}
            dispatch={(event) => dispatch({ type: "otp", event })}
            errorId={problem === undefined ? undefined : `${id}-error`}
            isReadOnly={isSubmitting}
          />
          <div role="alert" id={`${id}-error`}>
            {problem !== undefined && (
              <p className="field__error">
                <Icon name="alert" />
                {problem}
              </p>
            )}
          </div>
        </div>
        {mend !== undefined && (
          <button className="link-button" type="button" onClick={() => dispatch({ type: "jump", step: 0 })}>
            {mend}
          </button>
        )}
        {problem === UNPROVEN && (
          <button className="link-button" type="button" onClick={onConnect}>
            Connect again
          </button>
        )}
        {sending}
      </fieldset>
      <label className="check">
        <input
          type="checkbox"
          name="newletterOpted"
          checked={state.newletterOpted}
          onChange={(event) => dispatch({ type: "newsletter", on: event.target.checked })}
        />
        Accept to get Daily Newsletter by the product
      </label>
      <div className="form-end">
        <button className="button" type="button" disabled={isSubmitting} onClick={onPrevious}>
          Previous
        </button>
        <button className="button push" data-kind="primary" type="submit" disabled={isSubmitting}>
          {isSubmitting ? "Submitting..." : "Submit"}
        </button>
      </div>
    </form>
  )
}
