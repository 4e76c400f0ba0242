import { FieldError } from "~/components/base/forms/field-error"
import { readable } from "~/effects/base/amounts/readable"
import type { ListView, MarksChoice } from "~/effects/base/lists/listView"
import { type PageReply, typed } from "~/effects/base/remix/PageReply"
import { counted } from "~/effects/base/text/counted"
import { endOf, marksWords } from "./list-words"

type Props = {
  readonly list: ListView
  readonly choices: ReadonlyArray<MarksChoice>
  /** What the list has in its amounts, for example "weight". */
  readonly noun: string
  /** What is added up, for example a token's symbol; none for plain numbers. */
  readonly unit?: string | undefined
  readonly reply: PageReply | undefined
}

/** How the list writes amounts: one choice for all of them, each with the total that it leads to. */
export function MarksFields({ choices, list, noun, reply, unit }: Props) {
  const error = reply?.fields.marks
  const chosen = typed(reply, "marks", list.reading.marks ?? "")
  return (
    <fieldset
      className="list-readings"
      aria-describedby="list-marks-error"
      data-invalid={error === undefined ? undefined : true}
    >
      <legend className="visually-hidden">How {noun}s are written</legend>
      {choices.map(({ count, marks, others, total, unclear }) => (
        <label className="choice list-reading" key={marks}>
          <input type="radio" name="marks" value={marks} defaultChecked={chosen === marks} />
          <span>
            <b className="list-reading__example">{marksWords[marks].example}</b>
            <small>{marksWords[marks].says}</small>
          </span>
          <span className="list-reading__sums">
            {unclear.map(({ amount, line, who }) => (
              <Sum
                key={line}
                name={`Line ${line}, ${endOf(who)}`}
                value={amount === null ? "error" : readable(amount)}
              />
            ))}
            <Sum
              name={unclear.length === 0 ? counted(others.count, "row") : `${counted(others.count, "other row")}`}
              value={readable(others.total)}
            />
            <Sum name={totalOf(count, unit)} value={readable(total)} isTotal />
          </span>
        </label>
      ))}
      <FieldError id="list-marks-error" message={error} />
    </fieldset>
  )
}

const totalOf = (count: number, unit: string | undefined): string =>
  `Total of ${counted(count, "row")}${unit === undefined ? "" : `, ${unit}`}`

function Sum({
  isTotal = false,
  name,
  value
}: {
  readonly isTotal?: boolean
  readonly name: string
  readonly value: string
}) {
  return (
    <span className="list-sum" data-total={isTotal || undefined}>
      <span>{name}</span> <span className="num">{value}</span>
    </span>
  )
}

/** Asks whether letters are right in a file that does not say how they are written. */
export function LettersField({ list, reply }: Pick<Props, "list" | "reply">) {
  const error = reply?.fields.letters
  return (
    <div className="field" data-invalid={error === undefined ? undefined : true}>
      <ul>
        {list.letters.map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts can occur twice
          <li key={at}>{text}</li>
        ))}
      </ul>
      <label className="check">
        <input
          type="checkbox"
          name="letters"
          value="right"
          defaultChecked={list.reading.hasRightLetters || typed(reply, "letters") !== ""}
          aria-describedby="list-letters-error"
        />
        These letters are right
      </label>
      <FieldError id="list-letters-error" message={error} />
    </div>
  )
}
