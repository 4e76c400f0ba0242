/**
 * Payments of a list (docs/product/treasury.md): which cells are account, amount and note, and how amounts are written.
 * Pure; every line keeps its number in the file.
 */
import { Schema } from "effect"
import { Columns, columnsOf, columnsProblem, dataRows } from "~/effects/base/lists/columns"
import { type AmountRead, Marks, marksOf, meaningsOf, type Readings, readingsOf } from "~/effects/base/lists/marks"
import type { Sheet, SheetRow } from "~/effects/base/lists/Sheet"
import { unclearWords } from "./unclear"

export interface PayLine {
  readonly line: number
  readonly account: string
  readonly amount: string
  readonly note: string
}

/** A line as it was read, with an error that its texts alone do not show. */
export interface ReadLine extends PayLine {
  readonly state?: "error"
  readonly error?: string
}

/** What was understood of a list. Stored with the draft, so that whoever checks it sees the same. */
export const Reading = Schema.Struct({
  columns: Columns,
  /** Null until a person has chosen, where an amount could mean two things. */
  marks: Schema.NullOr(Marks),
  /** A person has seen the letters of a file that does not say how they are written. */
  hasRightLetters: Schema.Boolean
})
export type Reading = typeof Reading.Type

export const NOTE_LENGTH = 200
const FIELD_LENGTH = 120

/** Marks a cut text with an ellipsis, so that an overlong text is never read as a shorter one. */
export const fieldOf = (text: string): string => (text.length > FIELD_LENGTH ? `${text.slice(0, FIELD_LENGTH)}…` : text)

export const OTHER_TOKEN = "This line pays another token."

const amountColumn = ({ roles }: Columns): number => roles.indexOf("amount")

/** How each payment's amount can be read. */
export const readingsIn = (sheet: Sheet, columns: Columns): ReadonlyArray<Readings> =>
  dataRows(sheet, columns).map((row) => readingsOf(row, amountColumn(columns), sheet.separator))

/** Marks and columns as far as the list itself says; a person decides the rest. */
export const readingOf = (sheet: Sheet, columns: Columns = columnsOf(sheet)): Reading => ({
  columns,
  marks: marksOf(readingsIn(sheet, columns)),
  hasRightLetters: sheet.encoding !== "windows-1252"
})

/** What a person has to decide before anything of the list is ready; null if nothing is left. */
export const openQuestion = ({ columns, hasRightLetters, marks }: Reading): string | null => {
  const wrong = columnsProblem(columns)
  if (wrong !== null) return wrong
  if (marks === null) return "Choose how amounts are written."
  return hasRightLetters ? null : "Check the letters of this file."
}

/** Cells as they are with an amount that a comma has torn apart in one cell. */
const mended = (cells: ReadonlyArray<string>, at: number, used: number, text: string) =>
  used === 1 ? cells : [...cells.slice(0, at), text, ...cells.slice(at + used)]

const lineOf = (row: SheetRow, sheet: Sheet, { columns, marks }: Reading, resource: string | null): ReadLine => {
  const at = amountColumn(columns)
  const readings = readingsOf(row, at, sheet.separator)
  const meanings = marks === null ? meaningsOf(readings) : []
  const ways: ReadonlyArray<AmountRead | null> =
    marks === null ? [readings.point, readings.comma, readings.columns] : [readings[marks]]
  const used = Math.max(1, ...ways.map((read) => read?.cells ?? 1))
  const asWritten = row.cells.slice(at, at + used).join(",")
  const cells = mended(row.cells, at, used, asWritten)
  const of = (role: Columns["roles"][number]) =>
    columns.roles.flatMap((each, index) => (each === role ? [cells[index] ?? ""] : []))
  const token = of("token").join("")
  const isOther = resource !== null && token !== "" && token !== resource
  const error = isOther ? OTHER_TOKEN : meanings.length > 1 ? unclearWords(meanings) : null
  const amount = meanings.length > 1 ? asWritten : (ways.find((read) => read !== null)?.amount ?? asWritten)
  return {
    line: row.line,
    account: fieldOf(of("account")[0] ?? ""),
    amount: fieldOf(amount),
    note: of("note").join(" ").trim().slice(0, NOTE_LENGTH),
    ...(error === null ? {} : { state: "error", error })
  }
}

/** The payments of a list as it was understood. `resource` is the token that the payout pays. */
export const payLines = (
  sheet: Sheet,
  reading: Reading = readingOf(sheet),
  resource: string | null = null
): ReadonlyArray<ReadLine> => dataRows(sheet, reading.columns).map((row) => lineOf(row, sheet, reading, resource))
