import { type Dispatch, type ReactNode, useId } from "react"
import { BusyButton } from "~/components/base/forms/busy-button"
import { StillMissing } from "~/components/base/forms/still-missing"
import { useEnterCheck } from "~/components/base/forms/use-enter-check"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { missingInWork, type WorkEvent, type WorkState } from "~/effects/people/signup/workHistory"
import { WorkEntries } from "./work-entries"

type Common = {
  readonly work: WorkState
  readonly dispatch: Dispatch<WorkEvent>
  /** The last day a job can begin or end on, as `YYYY-MM-DD`. */
  readonly today: string
}
type Onboarding = Common & {
  readonly mode: "onboarding"
  readonly onPrevious: () => void
  /** Called after the `skip` event, which empties the list and moves the wizard on. */
  readonly onNext: () => void
  /** Shows whether the draft is saved. */
  readonly status: ReactNode
}
/** Rendered inside the page's own `<Form>`, which posts to the page's action, also without JavaScript. */
type Edit = Common & {
  readonly mode: "edit"
  readonly isSaving?: boolean
}

/** Step 1 of the wizard, and the same fields outside onboarding, where a Save button replaces the steps. */
export function WorkHistoryStep(props: Onboarding | Edit) {
  return props.mode === "onboarding" ? <OnboardingForm {...props} /> : <EditForm {...props} />
}

function OnboardingForm({ dispatch, onNext, onPrevious, status, today, work }: Onboarding) {
  const id = useId()
  const missing = missingInWork(work.entries, today)
  const isValid = missing.length === 0
  const describedBy = isValid ? undefined : `${id}-missing`
  const enterCheck = useEnterCheck(isValid, () => dispatch({ type: "touchAll" }))
  return (
    <form
      className="stack"
      data-gap="l"
      aria-labelledby="work-title"
      noValidate
      {...enterCheck}
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onNext()
      }}
    >
      <div className="stack" data-gap="s">
        <h2 id="work-title" tabIndex={-1} data-step-title>
          Employment Details
        </h2>
        <p className="muted">
          Shown on your profile. You can skip this and add it later. If you add a job, fill in every field.
        </p>
      </div>
      <WorkEntries work={work} dispatch={dispatch} today={today} />
      {status}
      <StillMissing id={`${id}-missing`} missing={missing}>
        To skip this step, empty the fields.
      </StillMissing>
      <div className="form-end">
        <HydratedButton className="button" onClick={onPrevious}>
          Previous
        </HydratedButton>
        <div className="row">
          <HydratedButton
            className="button"
            data-kind="quiet"
            disabled={!isValid}
            aria-describedby={describedBy}
            onClick={() => dispatch({ type: "skip" })}
          >
            Skip
          </HydratedButton>
          <button
            className="button"
            data-kind="primary"
            type="submit"
            disabled={!isValid}
            aria-describedby={describedBy}
          >
            Next
          </button>
        </div>
      </div>
    </form>
  )
}

function EditForm({ dispatch, isSaving = false, today, work }: Edit) {
  return (
    <div className="stack" data-gap="l">
      <h2>Employment Details</h2>
      <WorkEntries work={work} dispatch={dispatch} today={today} />
      <div className="form-end">
        <span />
        <BusyButton className="button" data-kind="primary" type="submit" isBusy={isSaving}>
          {isSaving ? "Saving…" : "Save"}
        </BusyButton>
      </div>
    </div>
  )
}
