import { type Dispatch, type ReactNode, useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { ProblemList } from "~/components/base/forms/problem-list"
import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { AccountNotProven } from "~/effects/people/signup/errors"
import type { WizardEvent, WizardState } from "~/effects/people/signup/wizard"
import { EmailTaken, NameTaken } from "~/effects/people/users/errors"
import { OtpBoxesField } from "./otp-boxes"

type Props = {
  readonly state: WizardState
  readonly dispatch: Dispatch<WizardEvent>
  readonly onPrevious: () => void
  readonly onSubmit: () => void
  readonly onConnect: () => void
  /** Goes back to a field of an earlier step. */
  readonly onMend: (field: string) => void
  /** Where the code was sent, and the button to send another. */
  readonly sending: ReactNode
}

/** Refusals that are resolved on the first step. */
const mendedInProfile: Readonly<Record<string, { readonly words: string; readonly field: string }>> = {
  [new NameTaken().message]: { words: "Choose another name", field: "username" },
  [new EmailTaken().message]: { words: "Use another e-mail", field: "email" }
}
const UNPROVEN = new AccountNotProven({ status: 401 }).message

/** Last step of the wizard: the code from the e-mail, then submit. */
export function OtpStep({ dispatch, onConnect, onMend, onPrevious, onSubmit, sending, state }: Props) {
  const id = useId()
  const { submit } = state
  const isSubmitting = submit.status === "submitting"
  const problem = submit.status === "failed" ? submit.message : undefined
  const isMendedElsewhere = problem !== undefined && problem in mendedInProfile
  const fields = submit.status === "failed" && !isMendedElsewhere ? submit.fields : {}

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
            {Object.keys(fields).length > 0 && <ProblemList problems={fields} onGo={onMend} />}
          </div>
        </div>
        <Ways problem={problem} onConnect={onConnect} onMend={onMend} />
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
        <BusyButton className="button" type="button" isBusy={isSubmitting} onClick={onPrevious}>
          Previous
        </BusyButton>
        <BusyButton className="button push" data-kind="primary" type="submit" isBusy={isSubmitting}>
          {isSubmitting ? "Submitting..." : "Submit"}
        </BusyButton>
      </div>
    </form>
  )
}

/** Links for refusals that cannot be resolved in these boxes. */
function Ways({
  onConnect,
  onMend,
  problem
}: Pick<Props, "onConnect" | "onMend"> & { readonly problem: string | undefined }) {
  const mend = problem === undefined ? undefined : mendedInProfile[problem]
  return (
    <>
      {mend !== undefined && (
        <HydratedButton className="link-button" onClick={() => onMend(mend.field)}>
          {mend.words}
        </HydratedButton>
      )}
      {problem === UNPROVEN && (
        <HydratedButton className="link-button" onClick={onConnect}>
          Connect again
        </HydratedButton>
      )}
    </>
  )
}
