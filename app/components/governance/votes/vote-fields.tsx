import { useId } from "react"
import { type ChoiceRules, reasonProblem } from "~/effects/governance/votes/ballot/choice"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { highestScore, timeAnswers } from "~/effects/governance/votes/proposal/voteTypes"
import { ChoiceText, OneChoice, SomeChoices } from "./one-choice"
import { QuadraticPoints } from "./quadratic-points"
import { RankList } from "./rank-list"
import { pointsLeft, ranked, restInWords, type Selection, toggled } from "./selection"
import { TimeName } from "./time-name"

type TimesProps = {
  readonly name: string
  readonly choices: ReadonlyArray<ProposalChoice>
  /** As chosen, by key; a time without an answer is missing. */
  readonly given: Readonly<Record<string, string>>
  readonly onAnswer: (key: string, answer: string) => void
}

/** An answer to every time of a poll. None is preset, because No is an answer too. */
function TimeAnswers({ choices, given, name, onAnswer }: TimesProps) {
  return choices.map((choice) => (
    <fieldset className="time-answer" key={choice.key}>
      <legend>
        <TimeName choice={choice} />
      </legend>
      <div className="time-answer__answers">
        {timeAnswers.map(({ label, value }) => (
          <label key={value}>
            <input
              type="radio"
              name={`${name}-${choice.key}`}
              value={value}
              checked={given[choice.key] === String(value)}
              onChange={() => onAnswer(choice.key, String(value))}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  ))
}

type ScoresProps = {
  readonly choices: ReadonlyArray<ProposalChoice>
  readonly most: number
  /** As chosen, by key; a choice without a score is missing or empty. */
  readonly given: Readonly<Record<string, string>>
  readonly onScore: (key: string, score: string) => void
}

/** A score for every choice. None is preset, because 0 is a score too. */
function Scores({ choices, given, most, onScore }: ScoresProps) {
  const id = useId()
  const scores = Array.from({ length: most + 1 }, (_, score) => String(score))
  return choices.map(({ key, label, note }) => (
    <div className="points" key={key}>
      <label htmlFor={`${id}-${key}`}>
        <ChoiceText label={label} note={note} />
      </label>
      <select
        className="input"
        id={`${id}-${key}`}
        value={given[key] ?? ""}
        onChange={(event) => onScore(key, event.currentTarget.value)}
      >
        <option value="">–</option>
        {scores.map((score) => (
          <option key={score}>{score}</option>
        ))}
      </select>
    </div>
  ))
}

type PointsSplitProps = {
  readonly rules: ChoiceRules
  readonly selection: Selection
  readonly onPoints: (key: string, typed: string) => void
}

/** Weighted votes: 100 points divided among the choices, and what is left of them. */
function PointsSplit({ onPoints, rules, selection }: PointsSplitProps) {
  const id = useId()
  const left = pointsLeft(rules, selection)
  return (
    <>
      {rules.choices.map(({ key, label, note }) => (
        <div className="points" key={key}>
          <label htmlFor={`${id}-${key}`}>
            <ChoiceText label={label} note={note} />
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

const REASON_MAX = 500

export const voteLegend = ({ choices, maxSelections, voteType }: ChoiceRules): string => {
  switch (voteType) {
    case "basic":
    case "consent":
    case "single":
      return "Choose one"
    case "approval":
      return `Choose up to ${maxSelections ?? choices.length}`
    case "ranked":
      return "Put them in your order, best first"
    case "score5":
    case "score10":
      return `Score each from 0 to ${highestScore(voteType)}`
    case "weighted":
      return "Divide 100 points"
    case "quadratic":
      return "Spend up to 100 credits"
    case "dates":
      return "When can you come?"
  }
}

type Props = {
  readonly rules: ChoiceRules
  readonly selection: Selection
  readonly reason: string
  readonly problem: string
  readonly onSelect: (selection: Selection) => void
  readonly onReason: (reason: string) => void
  /** Then the reason is public only after the opening. */
  readonly isSealed: boolean
}

/** The choice for any of the types, and the reason. */
export function VoteFields({ isSealed, onReason, onSelect, problem, reason, rules, selection }: Props) {
  const id = useId()
  const needsReason = reasonProblem(rules, selection.one, "") !== undefined
  return (
    <>
      <fieldset className="choices" aria-describedby={problem === "" ? undefined : `${id}-problem`}>
        <legend className="label">{voteLegend(rules)}</legend>
        <Choices id={id} rules={rules} selection={selection} onSelect={onSelect} />
        <p className="field__error" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      </fieldset>
      <div className="field">
        <label htmlFor={`${id}-reason`}>Reason {!needsReason && <span className="muted">(optional)</span>}</label>
        <textarea
          className="input"
          id={`${id}-reason`}
          rows={3}
          maxLength={REASON_MAX}
          value={reason}
          onChange={(event) => onReason(event.currentTarget.value)}
          aria-describedby={`${id}-foot`}
        />
        <p className="field__foot" id={`${id}-foot`}>
          <span>{isSealed ? "Sealed too, public after the opening" : "Shown publicly with your vote"}</span>
          <span>
            {reason.length}/{REASON_MAX}
          </span>
        </p>
      </div>
    </>
  )
}

function Choices({
  id,
  onSelect,
  rules,
  selection
}: Pick<Props, "rules" | "selection" | "onSelect"> & { readonly id: string }) {
  switch (rules.voteType) {
    case "basic":
    case "consent":
    case "single":
      return (
        <OneChoice
          name={`${id}-one`}
          choices={rules.choices}
          value={selection.one}
          onPick={(one) => onSelect({ ...selection, one })}
        />
      )
    case "approval":
      return (
        <SomeChoices
          name={`${id}-some`}
          choices={rules.choices}
          ticked={selection.some}
          most={rules.maxSelections ?? rules.choices.length}
          onPick={(key) => onSelect(toggled(rules, selection, key))}
        />
      )
    case "ranked":
      return (
        <RankList
          choices={rules.choices}
          ranking={selection.ranking}
          onPlace={(key, place) => onSelect(ranked(selection, key, place))}
        />
      )
    case "score5":
    case "score10":
      return (
        <Scores
          choices={rules.choices}
          most={highestScore(rules.voteType) ?? 0}
          given={selection.points}
          onScore={(key, score) => onSelect({ ...selection, points: { ...selection.points, [key]: score } })}
        />
      )
    case "weighted":
      return (
        <PointsSplit
          rules={rules}
          selection={selection}
          onPoints={(key, typed) => onSelect({ ...selection, points: { ...selection.points, [key]: typed } })}
        />
      )
    case "quadratic":
      return (
        <QuadraticPoints
          rules={rules}
          selection={selection}
          onPoints={(key, typed) => onSelect({ ...selection, points: { ...selection.points, [key]: typed } })}
        />
      )
    case "dates":
      return (
        <TimeAnswers
          name={`${id}-time`}
          choices={rules.choices}
          given={selection.points}
          onAnswer={(key, answer) => onSelect({ ...selection, points: { ...selection.points, [key]: answer } })}
        />
      )
  }
}
