/**
 * Reads weights of many members from `account,weight` lines (docs/product/communities.md): header optional; separators
 * comma, semicolon or tab; blank lines skipped; byte-order mark accepted. Pure.
 */
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

/** Removes the quotes that spreadsheets write around a cell; no cell here can contain one. */
const bare = (cell: string): string => {
  const text = cell.trim()
  return text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1).trim() : text
}

const isHeader = (cells: ReadonlyArray<string>): boolean =>
  cells[0]?.toLowerCase() === "account" && cells[1]?.toLowerCase() === "weight"

const weightIn = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= WEIGHT.max ? Number(text) : undefined

/** `isAccount` tells whether a text is an account address of this network. */
export const readWeightList = (text: string, isAccount: (address: string) => boolean): WeightList => {
  const rows = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n|\r/)
    .map((row, index) => ({ line: index + 1, cells: row.split(/[,;\t]/).map(bare) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""))
    .filter(({ cells }, index) => index > 0 || !isHeader(cells))
  if (rows.length > MAX_LINES) {
    return { lines: [], errors: [{ line: MAX_LINES + 1, message: "At most 5,000 lines. Split the file." }] }
  }
  const lines: Array<WeightLine> = []
  const errors: Array<LineError> = []
  const seen = new Map<string, number>()
  for (const { cells, line } of rows) {
    const [account = "", typed = "", ...more] = cells
    const weight = weightIn(typed)
    const first = seen.get(account)
    const message = !isAccount(account)
      ? "Not an account address of this network."
      : more.some((cell) => cell !== "")
        ? "Two columns are expected: account and weight."
        : weight === undefined
          ? "The weight is not a whole number from 0 to 1,000."
          : first !== undefined
            ? `Same account as line ${first}.`
            : undefined
    if (message !== undefined) errors.push({ line, message })
    if (first === undefined) seen.set(account, line)
    if (message === undefined && weight !== undefined) lines.push({ line, account, weight })
  }
  return { lines, errors }
}
