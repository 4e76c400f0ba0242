import { useId } from "react"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"

type Props = {
  readonly choices: ReadonlyArray<ProposalChoice>
  readonly most: number
  /** As chosen, by key; a choice without a score is missing or empty. */
  readonly given: Readonly<Record<string, string>>
  readonly onScore: (key: string, score: string) => void
}

/** A score for every choice. None is preset, because 0 is a score too. */
export function Scores({ choices, given, most, onScore }: Props) {
  const id = useId()
  const scores = Array.from({ length: most + 1 }, (_, score) => String(score))
  return choices.map(({ key, label, note }) => (
    <div className="points" key={key}>
      <label htmlFor={`${id}-${key}`}>
        <b>{label}</b>
        {note !== "" && <small>{note}</small>}
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
