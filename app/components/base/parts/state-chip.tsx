import { Mark, type MarkName } from "./mark"

type Props = {
  readonly state?: "open" | "ok" | "warn" | "bad" | "needs"
  readonly mark: MarkName
  readonly word: string
}

/** A state as an icon and a word, never by colour alone. */
export function StateChip({ mark, state, word }: Props) {
  return (
    <span className="chip" data-state={state}>
      <Mark name={mark} />
      {word}
    </span>
  )
}
