/**
 * CSV for spreadsheets (RFC 4180). Pure. Texts are quoted, and a text that a spreadsheet would take for a formula gets
 * an apostrophe before it, so that a name cannot run as a command on someone's computer. A text that is entirely a
 * number gets none, so that amounts can be summed up.
 */
type Cell = string | number | null

const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** Escapes a text so that no spreadsheet evaluates it. */
export const withoutFormula = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)

const cell = (value: Cell): string => {
  if (value === null) return ""
  if (typeof value === "number") return String(value)
  return `"${withoutFormula(value).replaceAll('"', '""')}"`
}

/** Lines of a file that is written in portions. */
export const csvLines = <const Column extends string>(
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Readonly<Record<Column, Cell>>>
): string => rows.map((row) => `${columns.map((column) => cell(row[column])).join(",")}\r\n`).join("")

/** The header line. */
export const csvHead = (columns: ReadonlyArray<string>): string => `${columns.join(",")}\r\n`

export const csvFile = <const Column extends string>(
  columns: ReadonlyArray<Column>,
  rows: ReadonlyArray<Readonly<Record<Column, Cell>>>
): string => csvHead(columns) + csvLines(columns, rows)
