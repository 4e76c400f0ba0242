import { useChartId } from "~/components/base/charts/chart-frame"
import { filled, Patterns } from "~/components/base/charts/fills"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"

/** A choice on a ballot in the author's words. */
export const ChoiceText = ({ label, note }: { readonly label: string; readonly note: string }) => (
  <>
    <b>{label}</b>
    {note !== "" && <small>{note}</small>}
  </>
)

const fills = { yes: "for", no: "against", consent: "for", object: "against", abstain: "abstain" } as const
const isSide = (choice: string): choice is keyof typeof fills => Object.hasOwn(fills, choice)

/** The colour that the two sides and Abstain have in the charts; nothing for other choices. */
function ChoiceSwatch({ choice }: { readonly choice: string }) {
  const id = useChartId()
  if (!isSide(choice)) return null
  return (
    <svg className="chart swatch" viewBox="0 0 14 14" aria-hidden="true">
      <Patterns id={id} />
      <rect x=".5" y=".5" width="13" height="13" {...filled(fills[choice], id)} />
    </svg>
  )
}

type Props = {
  readonly name: string
  readonly choices: ReadonlyArray<ProposalChoice>
  readonly value: string
  readonly onPick: (key: string) => void
}

/** One of the choices. */
export function OneChoice({ choices, name, onPick, value }: Props) {
  return choices.map(({ key, label, note }) => (
    <label className="choice" key={key}>
      <input type="radio" name={name} value={key} checked={value === key} onChange={() => onPick(key)} />
      <span>
        <ChoiceText label={label} note={note} />
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
        <ChoiceText label={label} note={note} />
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
