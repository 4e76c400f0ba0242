import type { ReactNode } from "react"
import { ServerDraftLine } from "~/components/base/forms/server-draft-line"
import type { useServerDraft } from "~/components/base/forms/use-server-draft"
import { HydratedButton } from "~/components/base/site/hydrated-button"

type Props<S extends string> = {
  readonly steps: ReadonlyArray<S>
  readonly step: S
  readonly isHydrated: boolean
  readonly draft: Pick<ReturnType<typeof useServerDraft>, "status" | "wasRestored">
  readonly onStep: (step: S) => void
  /** A button shown on every step, between Back and Next. */
  readonly always?: ReactNode
  /** The form's submit button: shown on the last step, and wherever all steps are shown below each other. */
  readonly children: ReactNode
}

/** End of a form in steps: the state of its draft, Back, and Next. */
export function StepEnd<S extends string>({ always, children, draft, isHydrated, onStep, step, steps }: Props<S>) {
  const at = steps.indexOf(step)
  const before = steps[at - 1]
  const next = steps[at + 1]
  return (
    <>
      <ServerDraftLine status={draft.status} />
      {draft.wasRestored && <span className="small muted">We restored your earlier draft.</span>}
      <div className="row">
        {isHydrated && before !== undefined && (
          <HydratedButton className="button" onClick={() => onStep(before)}>
            Back
          </HydratedButton>
        )}
        {always}
        {/* Keyed, so that a click on Next cannot end on the submit button that takes its place. */}
        {isHydrated && next !== undefined && (
          <HydratedButton key="next" className="button" data-kind="primary" onClick={() => onStep(next)}>
            Next
          </HydratedButton>
        )}
        {(!isHydrated || next === undefined) && children}
      </div>
    </>
  )
}
