import { Fact } from "~/components/base/parts/fact"
import type { ListReading } from "~/effects/base/lists/ListReading"
import { columnsSay, columnWords, marksWords, type RoleWords, sourceWords } from "./list-words"

type Props = {
  readonly reading: ListReading
  readonly words: RoleWords
  /** What the list has in its amounts, for example "Weight". */
  readonly noun: string
  /** What the way of writing leads to, for example "1,048 QRM"; none while something is open. */
  readonly total?: string | undefined
}

/** What was understood of a list, for anyone who checks it. */
export function ReadingFacts({ noun, reading, total, words }: Props) {
  const unused = reading.columns.roles.flatMap((role, at) => (role === "unused" ? [columnWords(reading, at)] : []))
  const marks = reading.marks === null ? null : marksWords[reading.marks]
  return (
    <dl className="facts">
      <Fact name="List">{sourceWords(reading)}</Fact>
      <Fact name="Headings">{reading.columns.header === 0 ? "None" : `Line ${reading.columns.header}`}</Fact>
      <Fact name="Columns">{columnsSay(reading, words)}</Fact>
      {unused.length > 0 && <Fact name="Not used">{unused.join(", ")}</Fact>}
      {marks !== null && (
        <Fact name={reading.isChosen ? `${noun}s, as a person chose` : `${noun}s`}>
          {marks.example}: {marks.says.toLowerCase()}
          {total === undefined ? "" : `. Total ${total}`}
        </Fact>
      )}
    </dl>
  )
}
