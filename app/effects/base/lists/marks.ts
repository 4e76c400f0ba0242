/**
 * Reads amounts that were written for people: "1,234.50", "1.234,50", "1 234,50", "1'234.50". What can be read in two
 * ways is returned in both, so that a person chooses once for the whole list. Pure: pages load this file.
 */
import { Schema } from "effect"
import type { Separator, SheetRow } from "./Sheet"

/**
 * - `point`: point for decimals, comma for thousands
 * - `comma`: comma for decimals, point for thousands
 * - `columns`: point for decimals; a comma always begins the next column
 */
export const Marks = Schema.Literal("point", "comma", "columns")
export type Marks = typeof Marks.Type
export const MARKS: ReadonlyArray<Marks> = Marks.literals

export interface AmountRead {
  /** Digits with a decimal point. */
  readonly amount: string
  /** Cells that the amount takes up; more than one where a comma separates columns. */
  readonly cells: number
}
export type Readings = { readonly [M in Marks]: AmountRead | null }

/** Spaces and apostrophes between thousands mean nothing else. */
const GAP = "[ '\u2019\u00a0\u2009\u202f]"
/** Groups of three; with a comma also those of India, as in 12,34,567. */
const POINT = new RegExp(
  `^-?(?:\\d+|[1-9]\\d{0,2}(?:${GAP}\\d{3})+|[1-9]\\d{0,2}(?:,\\d{3})+|[1-9]\\d?(?:,\\d{2})+,\\d{3})(?:\\.\\d+)?$`
)
const COMMA = new RegExp(`^-?(?:\\d+|[1-9]\\d{0,2}(?:${GAP}\\d{3})+|[1-9]\\d{0,2}(?:\\.\\d{3})+)(?:,\\d+)?$`)
const GAPS = new RegExp(GAP, "g")

/** No amount is longer; longer texts are not read at all. */
const LONGEST = 120

const withPoint = (text: string): string | null =>
  text.length <= LONGEST && POINT.test(text) ? text.replace(GAPS, "").replaceAll(",", "") : null
const withComma = (text: string): string | null =>
  text.length <= LONGEST && COMMA.test(text) ? text.replace(GAPS, "").replaceAll(".", "").replace(",", ".") : null

const one = (amount: string | null): AmountRead | null => (amount === null ? null : { amount, cells: 1 })

/** The unquoted digits from a cell on, which a comma between columns may have torn apart. */
const tornAt = ({ cells, quoted = [] }: SheetRow, at: number): ReadonlyArray<string> => {
  let end = at
  while (end < cells.length && /^\d[\d.]*$/.test(cells[end] ?? "") && !quoted.includes(end)) end++
  return end - at > 1 ? cells.slice(at, end) : []
}

const joined = (parts: ReadonlyArray<string>, read: (text: string) => string | null): AmountRead | null => {
  for (let cells = parts.length; cells > 1; cells--) {
    const amount = read(parts.slice(0, cells).join(","))
    if (amount !== null) return { amount, cells }
  }
  return null
}

/** The amount of a row by each way of writing; null where it is not an amount that way. */
export const readingsOf = (row: SheetRow, at: number, separator: Separator | null): Readings => {
  const text = row.cells[at] ?? ""
  if (row.numbers?.includes(at) === true) return { point: one(text), comma: one(text), columns: one(text) }
  const point = one(withPoint(text))
  const comma = one(withComma(text))
  const parts = separator === "," ? tornAt(row, at) : []
  if (parts.length === 0) return { point, comma, columns: point }
  const read = { point: joined(parts, withPoint), comma: joined(parts, withComma), columns: point }
  // Digits in the next column are another column, unless both together can be another amount.
  if (read.point === null && read.comma === null) return { point, comma, columns: point }
  return point !== null && meaningsOf(read).length === 1 ? { point, comma: point, columns: point } : read
}

const plain = (amount: string): string => (amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount)

/** The different amounts that a text could mean, smallest number of cells first. */
export const meaningsOf = ({ columns, comma, point }: Readings): ReadonlyArray<string> => [
  ...new Set([columns, point, comma].flatMap((read) => (read === null ? [] : [plain(read.amount)])))
]

export const isUnclear = (readings: Readings): boolean => {
  const { columns, comma, point } = readings
  // Of most amounts only one way is possible; a list has thousands.
  if (comma === null && columns?.amount === point?.amount) return false
  return meaningsOf(readings).length > 1
}

/**
 * How a list writes its amounts. Null if some amount could mean two things; then a person has to choose. A decimal comma
 * is certain if no amount speaks against it.
 */
export const marksOf = (all: ReadonlyArray<Readings>): Marks | null => {
  if (all.some(isUnclear)) return null
  const only = (one: Marks, other: Marks) => all.some((readings) => readings[one] !== null && readings[other] === null)
  return only("comma", "point") && !only("point", "comma") ? "comma" : "point"
}

/** The ways that make a difference for a list, `columns` only where a comma may have torn amounts. */
export const choicesOf = (all: ReadonlyArray<Readings>): ReadonlyArray<Marks> => {
  const unclear = all.filter(isUnclear)
  const isTorn = unclear.some(
    ({ columns, comma, point }) => columns !== null && [comma, point].some((read) => (read?.cells ?? 0) > 1)
  )
  const choices = MARKS.filter((marks) => marks !== "columns" || isTorn)
  const useful = choices.filter((marks) => unclear.some((readings) => readings[marks] !== null))
  return unclear.length === 0 ? choices : useful
}
