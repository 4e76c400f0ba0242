import { useId } from "react"
import type { ChoiceRules } from "~/effects/governance/votes/ballot/choice"
import { pointsLeft, restInWords, type Selection } from "./selection"

type Props = {
  readonly rules: ChoiceRules
  readonly selection: Selection
  readonly onPoints: (key: string, typed: string) => void
}

/** Weighted votes: 100 points divided among the choices, and what is left of them. */
export function PointsSplit({ onPoints, rules, selection }: Props) {
  const id = useId()
  const left = pointsLeft(rules, selection)
  return (
    <>
      {rules.choices.map(({ key, label, note }) => (
        <div className="points" key={key}>
          <label htmlFor={`${id}-${key}`}>
            <b>{label}</b>
            {note !== "" && <small>{note}</small>}
          </label>
          <input
            className="input"
            id={`${id}-${key}`}
            type="number"
            inputMode="numeric"
            min={0}
            max={100}
            step={1}
            value={selection.points[key] ?? ""}
            onChange={(event) => onPoints(key, event.currentTarget.value)}
            aria-describedby={`${id}-rest`}
          />
        </div>
      ))}
      <p className="small points__rest" id={`${id}-rest`} role="status" data-state={left === 0 ? "ok" : undefined}>
        {restInWords(left)}
      </p>
    </>
  )
}
