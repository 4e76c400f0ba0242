import { useEffect, useRef } from "react"
import { grouped } from "~/effects/base/text/grouped"
import type { Progress } from "~/effects/governance/votes/file/pace"

/** Of fewer ballots nobody watches the counting. */
const WORTH_SHOWING = 500
/** Those who listen are told at each of these steps, not at each percent. */
const STEP = 20

type Props = {
  /** Null while nothing is counted. */
  readonly progress: Progress | null
  readonly onCancel: () => void
}

/** How far a check is, and the button that ends it. */
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
            <button className="button" type="button" onClick={onCancel}>
              Cancel
            </button>
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
  /** What was ended, where the reader did; empty where the page lacked something. */
  readonly ended: string
  readonly onAgain: () => void
}

/** Begins the check anew. After the button that ended it, this one has the focus. */
export function TryAgain({ ended, onAgain }: AgainProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (ended !== "") button.current?.focus()
  }, [ended])
  return (
    <div className="stack" data-gap="s">
      {ended !== "" && <p id="verify-ended">{ended}</p>}
      <p>
        <button
          className="button"
          type="button"
          ref={button}
          aria-describedby={ended === "" ? undefined : "verify-ended"}
          onClick={onAgain}
        >
          Try again
        </button>
      </p>
    </div>
  )
}
