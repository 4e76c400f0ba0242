/**
 * Weights of many members from a list (docs/product/communities.md), read as lists of payouts are: headings are
 * optional, and a weight that could mean two things is an error with both. Pure.
 */
import { columnsProblem, dataRows } from "~/effects/base/lists/columns"
import { amountColumn, readingOf } from "~/effects/base/lists/ListReading"
import { marksOf, meaningsOf, readingsOf } from "~/effects/base/lists/marks"
import type { Sheet, SheetRow } from "~/effects/base/lists/Sheet"
import { unclearWords } from "~/effects/base/lists/unclear"
import { WEIGHT } from "./forms"

export interface WeightLine {
  /** Counted from 1. */
  readonly line: number
  readonly account: string
  readonly weight: number
}
export interface LineError {
  readonly line: number
  readonly message: string
}
export interface WeightList {
  readonly lines: ReadonlyArray<WeightLine>
  readonly errors: ReadonlyArray<LineError>
}

export const MAX_LINES = 5_000

const weightIn = (text: string): number | undefined =>
  /^\d{1,5}(?:\.0+)?$/.test(text) && Number(text) <= WEIGHT.max ? Number(text) : undefined

/** `isAccount` tells whether a text is an account address of this network. */
export const readWeightList = (sheet: Sheet, isAccount: (address: string) => boolean): WeightList => {
  const { columns } = readingOf(sheet)
  const rows = dataRows(sheet, columns)
  const first = rows[0]?.line ?? 1
  if (rows.length > MAX_LINES) {
    return {
      lines: [],
      errors: [{ line: rows[MAX_LINES]?.line ?? first, message: "At most 5,000 lines. Split the file." }]
    }
  }
  if (rows.length > 0 && columnsProblem(columns) !== null) {
    return { lines: [], errors: [{ line: columns.header, message: "Name two columns: account and weight." }] }
  }
  const at = amountColumn(columns)
  const hasHeadings = columns.header > 0
  const all = rows.map((row) => readingsOf(row, at, sheet.separator))
  const marks = marksOf(all) ?? "point"
  const lines: Array<WeightLine> = []
  const errors: Array<LineError> = []
  const seen = new Map<string, number>()
  for (const [n, { cells, line }] of rows.entries()) {
    const account = cells[columns.roles.indexOf("account")] ?? ""
    const readings = all[n]
    const meanings = readings === undefined ? [] : meaningsOf(readings)
    const read = readings?.[marks] ?? null
    const weight = read === null ? undefined : weightIn(read.amount)
    const earlier = seen.get(account)
    const message = !isAccount(account)
      ? "Not an account address of this network."
      : meanings.length > 1
        ? unclearWords(meanings)
        : !hasHeadings && hasMore(cells, at + (read?.cells ?? 1))
          ? "Two columns are expected: account and weight."
          : weight === undefined
            ? "The weight is not a whole number from 0 to 1,000."
            : earlier !== undefined
              ? `Same account as line ${earlier}.`
              : undefined
    if (message !== undefined) errors.push({ line, message })
    if (earlier === undefined) seen.set(account, line)
    if (message === undefined && weight !== undefined) lines.push({ line, account, weight })
  }
  return { lines, errors }
}

const hasMore = (cells: SheetRow["cells"], from: number): boolean => cells.slice(from).some((cell) => cell !== "")
