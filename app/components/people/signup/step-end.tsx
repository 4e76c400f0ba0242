import type { ReactNode } from "react"
import { ServerDraftLine } from "~/components/base/forms/server-draft-line"
import type { useServerDraft } from "~/components/base/forms/use-server-draft"

type Props<S extends string> = {
  readonly steps: ReadonlyArray<S>
  readonly step: S
  readonly isAwake: boolean
  readonly draft: Pick<ReturnType<typeof useServerDraft>, "status" | "wasRestored">
  readonly onStep: (step: S) => void
  /** A button that stands on every step, between the ways back and on. */
  readonly always?: ReactNode
  /** The form's own button: on the last step, and wherever all steps stand below each other. */
  readonly children: ReactNode
}

/** The end of a form in steps: what is kept of it, the way back, and the way on. */
export function StepEnd<S extends string>({ always, children, draft, isAwake, onStep, step, steps }: Props<S>) {
  const at = steps.indexOf(step)
  const before = steps[at - 1]
  const next = steps[at + 1]
  return (
    <>
      <ServerDraftLine status={draft.status} />
      {draft.wasRestored && <span className="small muted">Your draft from earlier is back.</span>}
      <div className="row">
        {isAwake && before !== undefined && (
          <button className="button" type="button" onClick={() => onStep(before)}>
            Back
          </button>
        )}
        {always}
        {/* A place of its own: a press on Next must not end on a button that has become the form's. */}
        {isAwake && next !== undefined && (
          <button key="next" className="button" data-kind="primary" type="button" onClick={() => onStep(next)}>
            Next
          </button>
        )}
        {(!isAwake || next === undefined) && children}
      </div>
    </>
  )
}
