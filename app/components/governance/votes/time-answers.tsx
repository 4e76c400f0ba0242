import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { timeAnswers } from "~/effects/governance/votes/proposal/voteTypes"
import { TimeName } from "./time-name"

type Props = {
  readonly name: string
  readonly choices: ReadonlyArray<ProposalChoice>
  /** As chosen, by key; a time without an answer is missing. */
  readonly given: Readonly<Record<string, string>>
  readonly onAnswer: (key: string, answer: string) => void
}

/** An answer to every time of a poll. None is preset, because No is an answer too. */
export function TimeAnswers({ choices, given, name, onAnswer }: Props) {
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
