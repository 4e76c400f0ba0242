/** The lines of a list as it was understood, before a feature checks them. Every line keeps its number in the file. */
import type { Effect } from "effect"
import { mapInParts } from "~/effects/base/jobs/inParts"
import { type Columns, dataRows } from "./columns"
import { amountColumn, type ListReading } from "./ListReading"
import { type AmountRead, meaningsOf, readingsOf } from "./marks"
import { unclearWords } from "./problems"
import type { Sheet, SheetRow } from "./Sheet"

export interface ListLine {
  readonly line: number
  readonly account: string
  /** Digits with a decimal point; the written text if it is not an amount or is ambiguous. */
  readonly amount: string
  readonly note: string
  readonly token: string
  /** What the amount could mean, while nobody has chosen; null if it is clear. */
  readonly unclear: string | null
}

const FIELD_LENGTH = 120

/** Marks a cut text with an ellipsis, so that an overlong text is never read as a shorter one. */
export const fieldOf = (text: string): string => (text.length > FIELD_LENGTH ? `${text.slice(0, FIELD_LENGTH)}…` : text)

/** Cells as they are with an amount that a comma has torn apart in one cell. */
const mended = (cells: ReadonlyArray<string>, at: number, used: number, text: string) =>
  used === 1 ? cells : [...cells.slice(0, at), text, ...cells.slice(at + used)]

const lineOf = (row: SheetRow, sheet: Sheet, { columns, marks }: Pick<ListReading, "columns" | "marks">): ListLine => {
  const at = amountColumn(columns)
  const readings = readingsOf(row, at, sheet.separator)
  const meanings = marks === null ? meaningsOf(readings) : []
  const ways: ReadonlyArray<AmountRead | null> =
    marks === null ? [readings.point, readings.comma, readings.columns] : [readings[marks]]
  const used = Math.max(1, ...ways.map((read) => read?.cells ?? 1))
  const asWritten = row.cells.slice(at, at + used).join(",")
  const cells = mended(row.cells, at, used, asWritten)
  const of = (role: Columns["roles"][number]) => cells.filter((_, index) => columns.roles[index] === role)
  const isUnclear = meanings.length > 1
  return {
    line: row.line,
    account: fieldOf(of("account")[0] ?? ""),
    amount: fieldOf(isUnclear ? asWritten : (ways.find((read) => read !== null)?.amount ?? asWritten)),
    note: of("note").join(" ").trim(),
    token: of("token").join(""),
    unclear: isUnclear ? unclearWords(meanings) : null
  }
}

export const listLines = (
  sheet: Sheet,
  reading: Pick<ListReading, "columns" | "marks">
): Effect.Effect<ReadonlyArray<ListLine>> =>
  mapInParts(dataRows(sheet, reading.columns), (row) => lineOf(row, sheet, reading))
