import { type ReactNode, useId } from "react"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import type { ChoiceRules } from "~/effects/governance/votes/ballot/choice"
import { CREDITS, MOST_POINTS } from "~/effects/governance/votes/ballot/quadratic"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { ChoiceText } from "./one-choice"
import { costInWords, creditsInWords, creditsLeft, stepped } from "./quadratic-selection"
import { numberOf, type Selection } from "./selection"

type Props = {
  readonly rules: ChoiceRules
  readonly selection: Selection
  readonly onPoints: (key: string, typed: string) => void
}

/** Quadratic votes: points for each choice by slider, field or buttons, with their cost and what is left. */
export function QuadraticPoints({ onPoints, rules, selection }: Props) {
  const id = useId()
  const left = creditsLeft(rules, selection)
  return (
    <>
      <p className="small muted" id={`${id}-how`}>
        You have {CREDITS} credits. One point for a choice costs 1, two cost 4, three cost 9, ten cost all {CREDITS}.
        You do not have to spend them all.
      </p>
      {rules.choices.map((choice) => (
        <PointsRow
          key={choice.key}
          choice={choice}
          typed={selection.points[choice.key] ?? ""}
          about={`${id}-left`}
          onPoints={(typed) => onPoints(choice.key, typed)}
        />
      ))}
      <p className="small points__rest" id={`${id}-left`} role="status" data-state={left < 0 ? "bad" : undefined}>
        {creditsInWords(left)}
      </p>
    </>
  )
}

type RowProps = {
  readonly choice: ProposalChoice
  readonly typed: string
  readonly about: string
  readonly onPoints: (typed: string) => void
}

function PointsRow({ about, choice: { label, note }, onPoints, typed }: RowProps) {
  const id = useId()
  const points = numberOf(typed)
  const shown = Number.isNaN(points) ? 0 : Math.min(points, MOST_POINTS)
  return (
    <div className="credits">
      <label htmlFor={id}>
        <ChoiceText label={label} note={note} />
      </label>
      <span className="small muted credits__cost" id={`${id}-cost`}>
        {costInWords(typed)}
      </span>
      <input
        type="range"
        min={0}
        max={MOST_POINTS}
        step={1}
        value={shown}
        aria-label={`Points for ${label}, as a slider`}
        aria-describedby={`${id}-cost ${about}`}
        onChange={(event) => onPoints(event.currentTarget.value)}
      />
      <span className="credits__set">
        <StepButton
          name={`One point less for ${label}`}
          isOff={shown === 0}
          onClick={() => onPoints(stepped(typed, -1))}
        >
          −
        </StepButton>
        <input
          className="input"
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          max={MOST_POINTS}
          step={1}
          value={typed}
          onChange={(event) => onPoints(event.currentTarget.value)}
          aria-describedby={`${id}-cost ${about}`}
        />
        <StepButton
          name={`One point more for ${label}`}
          isOff={shown === MOST_POINTS}
          onClick={() => onPoints(stepped(typed, 1))}
        >
          +
        </StepButton>
      </span>
    </div>
  )
}

type StepProps = {
  readonly name: string
  readonly isOff: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

/** Stays focusable at the limits, so that pressing it does not lose the focus. */
function StepButton({ children, isOff, name, onClick }: StepProps) {
  return (
    <HydratedButton
      className="button"
      data-size="icon"
      aria-label={name}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      {children}
    </HydratedButton>
  )
}
