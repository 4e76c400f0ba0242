/**
 * CSV for spreadsheets (RFC 4180, UTF-8 with a byte-order mark, without which Excel reads another encoding). Pure. A
 * text that a spreadsheet would take for a formula gets an apostrophe before it, so that a name cannot run as a command
 * on someone's computer. A text that is entirely a number gets none, so that amounts can be summed up.
 */
type Cell = string | number | null

const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/
/** Also the separators of other spreadsheets, which guess the separator from what is not quoted. */
const QUOTED = /[",;\t\r\n]|^\s|\s$/

const cell = (value: Cell): string => {
  if (value === null) return ""
  const text = String(value)
  const harmless = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvLine = (cells: ReadonlyArray<Cell>): string => `${cells.map(cell).join(",")}\r\n`

/** The header line, which begins the file. */
export const csvHead = (columns: ReadonlyArray<string>): string => `\uFEFF${csvLine(columns)}`

/** Lines of a file that is written in portions. */
export const csvLines = <const Column extends string>(
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Readonly<Record<Column, Cell>>>
): string => rows.map((row) => csvLine(columns.map((column) => row[column]))).join("")

export const csvFile = <const Column extends string>(
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Readonly<Record<Column, Cell>>>
): string => csvHead(columns) + csvLines(columns, rows)
