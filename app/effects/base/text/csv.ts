/**
 * CSV for people's spreadsheets (RFC 4180). Pure. Texts stand in quotes, and one that a spreadsheet would take for a
 * formula gets an apostrophe before it: a name must not become a command on a person's desk. A text that is wholly a
 * number is none, so that amounts that were paid out can be added up.
 */
type Cell = string | number | null

const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** The text as no spreadsheet computes it. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)

const cell = (value: Cell): string => {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  return `"${withoutFormula(value).replaceAll('"', '""')}"`
}

/** Lines of a file that is told in pieces. */
export const csvLines = <const Column extends string>(
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Readonly<Record<Column, Cell>>>
): string => rows.map((row) => `${columns.map((column) => cell(row[column])).join(",")}\r\n`).join("")

/** Its first line. */
export const csvHead = (columns: ReadonlyArray<string>): string => `${columns.join(",")}\r\n`

export const csvFile = <const Column extends string>(
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Readonly<Record<Column, Cell>>>
): string => csvHead(columns) + csvLines(columns, rows)
