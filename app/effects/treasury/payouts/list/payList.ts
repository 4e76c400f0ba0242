/**
 * Payments of a list (docs/product/treasury.md): which cells are account, amount and note, and how amounts are written.
 * Pure; every line keeps its number in the file.
 */
import { type Columns, dataRows } from "~/effects/base/lists/columns"
import { amountColumn, type ListReading, readingOf } from "~/effects/base/lists/ListReading"
import { type AmountRead, meaningsOf, readingsOf } from "~/effects/base/lists/marks"
import type { Sheet, SheetRow } from "~/effects/base/lists/Sheet"
import { unclearWords } from "~/effects/base/lists/unclear"

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

export const NOTE_LENGTH = 200
const FIELD_LENGTH = 120

/** Marks a cut text with an ellipsis, so that an overlong text is never read as a shorter one. */
export const fieldOf = (text: string): string => (text.length > FIELD_LENGTH ? `${text.slice(0, FIELD_LENGTH)}…` : text)

export const OTHER_TOKEN = "This line pays another token."

/** Cells as they are with an amount that a comma has torn apart in one cell. */
const mended = (cells: ReadonlyArray<string>, at: number, used: number, text: string) =>
  used === 1 ? cells : [...cells.slice(0, at), text, ...cells.slice(at + used)]

const lineOf = (
  row: SheetRow,
  sheet: Sheet,
  { columns, marks }: Pick<ListReading, "columns" | "marks">,
  resource: string | null
): ReadLine => {
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
  reading: Pick<ListReading, "columns" | "marks"> = readingOf(sheet),
  resource: string | null = null
): ReadonlyArray<ReadLine> => dataRows(sheet, reading.columns).map((row) => lineOf(row, sheet, reading, resource))
