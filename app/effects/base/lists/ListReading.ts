/**
 * What was understood of a list: its columns and the way in which it writes amounts, as far as the list says so itself,
 * and what a person has decided. Pages load its types only.
 */
import { Effect, Schema } from "effect"
import { mapInParts } from "~/effects/base/jobs/inParts"
import { Columns, columnsOf, columnsProblem, columnsWith, dataRows, type Role } from "./columns"
import { choicesOf, Marks, marksOf, type Readings, readingsOf } from "./marks"
import { Encoding, Separator, type Sheet } from "./Sheet"

/** Stored with a draft, so that anyone who checks it sees the same. */
export const ListReading = Schema.Struct({
  /** Name of the chosen file; null for pasted text. */
  file: Schema.NullOr(Schema.String),
  separator: Schema.NullOr(Separator),
  encoding: Encoding,
  columns: Columns,
  /** Texts of the headings; empty without them. */
  headings: Schema.Array(Schema.String),
  /** Null until a person has chosen, where an amount could mean two things. */
  marks: Schema.NullOr(Marks),
  /** Amounts could mean two things, and a person has chosen. */
  isChosen: Schema.Boolean,
  /** A person has seen the letters of a file that does not say how they are written. */
  hasRightLetters: Schema.Boolean
})
export type ListReading = typeof ListReading.Type

/** What a person says about a list. */
export interface Decided {
  /** Line of the headings; 0 if there are none. */
  readonly header: number
  readonly roles: ReadonlyArray<Role>
  readonly marks: Marks | null
  readonly hasRightLetters: boolean
}

const HEADING = 60

export const amountColumn = ({ roles }: Columns): number => roles.indexOf("amount")

/** How each row's amount can be read. */
export const readingsIn = (sheet: Sheet, columns: Columns): Effect.Effect<ReadonlyArray<Readings>> => {
  const at = amountColumn(columns)
  return mapInParts(dataRows(sheet, columns), (row) => readingsOf(row, at, sheet.separator))
}

const readBy = (sheet: Sheet, columns: Columns, readings: ReadonlyArray<Readings>): ListReading => ({
  file: sheet.file,
  separator: sheet.separator,
  encoding: sheet.encoding,
  columns,
  headings: (sheet.rows.find(({ line }) => line === columns.header)?.cells ?? []).map((cell) => cell.slice(0, HEADING)),
  marks: marksOf(readings),
  isChosen: false,
  hasRightLetters: sheet.encoding !== "windows-1252"
})

/** Columns and marks as far as the list itself says; a person decides the rest. */
export const readingOf = (sheet: Sheet, columns: Columns = columnsOf(sheet)): Effect.Effect<ListReading> =>
  Effect.map(readingsIn(sheet, columns), (readings) => readBy(sheet, columns, readings))

const hasSameAmounts = (one: Columns, other: Columns) =>
  one.header === other.header && amountColumn(one) === amountColumn(other)

/** The reading with a person's decisions. A choice counts only for the amounts that the person saw it with. */
export const decidedReading = Effect.fnUntraced(function* (sheet: Sheet, before: ListReading, decided: Decided) {
  const isSameHeader = decided.header === before.columns.header
  const isWhole = decided.roles.length === before.columns.roles.length
  const columns =
    isSameHeader && isWhole ? { header: decided.header, roles: decided.roles } : columnsWith(sheet, decided.header)
  const readings = yield* readingsIn(sheet, columns)
  const found = readBy(sheet, columns, readings)
  const { marks } = decided
  const isSeen = hasSameAmounts(columns, before.columns)
  const isPossible = marks !== null && choicesOf(readings).includes(marks)
  const reading: ListReading = {
    ...found,
    hasRightLetters: found.hasRightLetters || decided.hasRightLetters,
    ...(isSeen && isPossible ? { marks, isChosen: found.marks === null } : {})
  }
  return reading
})

/** What a person has to decide before anything of the list is ready; null if nothing is left. */
export const openQuestion = ({ columns, hasRightLetters, marks }: ListReading, noun = "amount"): string | null => {
  const wrong = columnsProblem(columns, noun)
  if (wrong !== null) return wrong
  if (marks === null) return `Choose how ${noun}s are written.`
  return hasRightLetters ? null : "Say whether the letters of this file are right."
}
