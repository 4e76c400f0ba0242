import { useEffect, useRef } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import { grouped } from "~/effects/base/text/grouped"
import type { Progress } from "~/effects/governance/votes/file/pace"

/** With fewer ballots the count is over before progress would be seen. */
const WORTH_SHOWING = 500
/** Percent between two announcements to screen readers. */
const STEP = 20

type Props = {
  /** Null while nothing is counted. */
  readonly progress: Progress | null
  readonly onCancel: () => void
}

/** Progress of a check, and the button that cancels it. */
export function HowFar({ onCancel, progress }: Props) {
  return (
    <>
      <div role="status">
        {progress !== null && (
          <p className="waiting">
            <span className="spinner" aria-hidden="true" />
            {words(progress)}
          </p>
        )}
      </div>
      {progress !== null && progress.all >= WORTH_SHOWING && (
        <div className="stack verify__progress" data-gap="s">
          <progress max={progress.all} value={progress.done} aria-label="Counted so far" />
          <p className="small">
            <span className="num">
              {percentOf(progress)}% · {grouped(progress.done)} of {grouped(progress.all)}
            </span>{" "}
            ballots
          </p>
          <p>
            <HydratedButton className="button" onClick={onCancel}>
              Cancel
            </HydratedButton>
          </p>
        </div>
      )}
    </>
  )
}

const percentOf = ({ all, done }: Progress) => Math.floor((100 * done) / all)

const words = (progress: Progress) => {
  const doing = progress.isOpening
    ? "Opening sealed ballots. Each takes a moment."
    : "Counting. A large file takes a while."
  const step = progress.all < WORTH_SHOWING ? 0 : Math.floor(percentOf(progress) / STEP) * STEP
  return step === 0 || step === 100 ? doing : `${doing} ${step}% so far.`
}

type AgainProps = {
  /** What was cancelled, if the reader cancelled it; empty if the page could not load something. */
  readonly ended: string
  readonly onAgain: () => void
}

/** Starts the check again. Takes the focus, because the cancel button that had it is gone. */
export function TryAgain({ ended, onAgain }: AgainProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (ended !== "") button.current?.focus()
  }, [ended])
  return (
    <div className="stack" data-gap="s">
      {ended !== "" && <p id="verify-ended">{ended}</p>}
      <p>
        <HydratedButton
          className="button"
          ref={button}
          aria-describedby={ended === "" ? undefined : "verify-ended"}
          onClick={onAgain}
        >
          Try again
        </HydratedButton>
      </p>
    </div>
  )
}
