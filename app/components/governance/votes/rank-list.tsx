import { useEffect, useRef, useState } from "react"
import { Icon } from "~/components/base/parts/icon"
import { HydratedButton } from "~/components/base/site/hydrated-button"
import type { ProposalChoice } from "~/effects/governance/votes/proposal/Proposal"
import { ChoiceText } from "./one-choice"

type Props = {
  readonly choices: ReadonlyArray<ProposalChoice>
  readonly ranking: ReadonlyArray<string>
  /** Places start at 1; 0 removes the choice from the order. */
  readonly onPlace: (key: string, place: number) => void
}

/** Ranked votes: ordered by buttons or by typing the place. A choice without a place is not ranked. */
export function RankList({ choices, onPlace, ranking }: Props) {
  const list = useRef<HTMLOListElement>(null)
  /** The button that gets the focus after the list has moved. */
  const back = useRef<string | null>(null)
  const [said, setSaid] = useState("")
  const unranked = choices.filter(({ key }) => !ranking.includes(key))
  const inOrder = ranking.flatMap((key) => choices.filter((choice) => choice.key === key))

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useEffect(() => {
    if (back.current === null) return
    list.current?.querySelector<HTMLElement>(`[data-act="${back.current}"]`)?.focus()
    back.current = null
  }, [ranking])

  const move = ({ key, label }: ProposalChoice, place: number, button: string | null) => {
    back.current = button === null ? null : `${button}-${key}`
    const last = ranking.includes(key) ? ranking.length : ranking.length + 1
    setSaid(place < 1 ? `${label} is not ranked.` : `${label} is number ${Math.min(place, last)}.`)
    onPlace(key, place)
  }
  return (
    <>
      <ol className="rank" ref={list}>
        {[...inOrder, ...unranked].map((choice) => {
          const place = ranking.indexOf(choice.key) + 1
          return (
            <RankRow
              key={choice.key}
              choice={choice}
              place={place}
              ranked={ranking.length}
              most={choices.length}
              onMove={(to, button) => move(choice, to, button)}
            />
          )
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}

type RowProps = {
  readonly choice: ProposalChoice
  /** From 1; 0 if it is not ranked. */
  readonly place: number
  /** How many choices have a place. */
  readonly ranked: number
  readonly most: number
  /** The button that moved it; null if a place was typed. */
  readonly onMove: (to: number, button: "up" | "down" | null) => void
}

function RankRow({ choice: { key, label, note }, most, onMove, place, ranked }: RowProps) {
  return (
    <li data-ranked={place > 0}>
      <PlaceField
        // A new key shows the current place, whatever moved the choice.
        key={place}
        label={`Place of ${label}`}
        place={place}
        most={most}
        onPlace={(to) => onMove(to, null)}
      />
      <span className="rank__name">
        <ChoiceText label={label} note={note} />
      </span>
      {place === 0 ? (
        <HydratedButton
          className="button"
          data-size="s"
          data-act={`up-${key}`}
          onClick={() => onMove(ranked + 1, "up")}
        >
          Add
          <span className="visually-hidden"> {label}</span>
        </HydratedButton>
      ) : (
        <span className="rank__move">
          <MoveButton
            act={`up-${key}`}
            turn
            name={`Move ${label} up`}
            isOff={place === 1}
            onClick={() => onMove(place - 1, "up")}
          />
          <MoveButton
            act={`down-${key}`}
            name={`Move ${label} down`}
            isOff={place === ranked}
            onClick={() => onMove(place + 1, "down")}
          />
        </span>
      )}
    </li>
  )
}

type MoveProps = {
  readonly act: string
  readonly name: string
  readonly isOff: boolean
  readonly turn?: boolean
  readonly onClick: () => void
}

/** Stays focusable at the ends of the list, so that pressing it does not lose the focus. */
function MoveButton({ act, isOff, name, onClick, turn }: MoveProps) {
  return (
    <HydratedButton
      className="button"
      data-size="icon"
      data-turn={turn}
      data-act={act}
      aria-label={name}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      <Icon name="down" />
    </HydratedButton>
  )
}

type PlaceProps = {
  readonly label: string
  readonly place: number
  readonly most: number
  readonly onPlace: (place: number) => void
}

/** Applied on blur or Enter: the list must not move while a place is typed. */
function PlaceField({ label, most, onPlace, place }: PlaceProps) {
  const shown = place === 0 ? "" : String(place)
  const commit = (typed: string) => {
    if (typed.trim() !== shown) onPlace(typed.trim() === "" ? 0 : Math.trunc(Number(typed)))
  }
  return (
    <input
      className="input"
      type="number"
      inputMode="numeric"
      min={1}
      max={most}
      aria-label={label}
      defaultValue={shown}
      onBlur={(event) => commit(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return
        event.preventDefault()
        commit(event.currentTarget.value)
      }}
    />
  )
}
