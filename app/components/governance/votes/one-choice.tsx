import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { ChoiceSwatch } from "./choice-swatch"

type Props = {
  readonly name: string
  readonly choices: ReadonlyArray<ProposalChoice>
  readonly value: string
  readonly onPick: (key: string) => void
}

/** Basic and single votes: one of the choices. */
export function OneChoice({ choices, name, onPick, value }: Props) {
  return choices.map(({ key, label, note }) => (
    <label className="choice" key={key}>
      <input type="radio" name={name} value={key} checked={value === key} onChange={() => onPick(key)} />
      <span>
        <b>{label}</b>
        {note !== "" && <small>{note}</small>}
      </span>
      <ChoiceSwatch choice={key} />
    </label>
  ))
}

type SomeProps = Omit<Props, "value"> & { readonly ticked: ReadonlyArray<string>; readonly most: number }

/** Approval votes: as many choices as the rules allow. */
export function SomeChoices({ choices, most, name, onPick, ticked }: SomeProps) {
  const isFull = ticked.length >= most
  const boxes = choices.map(({ key, label, note }) => (
    <label className="choice" key={key}>
      <input
        type="checkbox"
        name={name}
        value={key}
        checked={ticked.includes(key)}
        disabled={isFull && !ticked.includes(key)}
        onChange={() => onPick(key)}
      />
      <span>
        <b>{label}</b>
        {note !== "" && <small>{note}</small>}
      </span>
    </label>
  ))
  return (
    <>
      {boxes}
      <p className="small muted" role="status">
        {isFull && most < choices.length && `You have chosen ${most} of ${most}. Untick one to choose another.`}
      </p>
    </>
  )
}
