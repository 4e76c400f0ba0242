/** How pages show a list as it was read, before anything is done with it. Pages load its types only. */
import { Effect } from "effect"
import { type Amount, type AmountText, amountOf, formatAmount } from "~/ledger/amount"
import { dataRows } from "./columns"
import { type ListReading, readingsIn } from "./ListReading"
import { choicesOf, isUnclear, type Marks, meaningsOf } from "./marks"
import type { Sheet } from "./Sheet"

export interface ListRowView {
  readonly line: number
  readonly cells: ReadonlyArray<string>
  /** Amounts that its amount could be, if there are several. */
  readonly meanings: ReadonlyArray<string>
}

export interface ListView {
  readonly reading: ListReading
  readonly count: number
  readonly rows: ReadonlyArray<ListRowView>
  /** Line of the last row shown, if rows follow. */
  readonly next: number | null
  /** Lines that could be the headings. */
  readonly headers: ReadonlyArray<{ readonly line: number; readonly text: string }>
  /** Cells with letters that may be wrong; empty if the file says how its letters are written. */
  readonly letters: ReadonlyArray<string>
  readonly unclear: number
}

/** A row as it would be read in one way; `amount` is null if the row would not count. */
export interface RowReadBy {
  readonly line: number
  readonly who: string
  readonly amount: Amount | null
}

/** One way of writing amounts, with what it would mean. Amounts are decimal texts. */
export interface MarksChoice {
  readonly marks: Marks
  readonly unclear: ReadonlyArray<{ readonly line: number; readonly who: string; readonly amount: AmountText | null }>
  readonly others: { readonly count: number; readonly total: AmountText }
  readonly count: number
  readonly total: AmountText
}

const FIRST_ROWS = 7
const EXAMPLES = 3
const HEADERS = 10
const LETTERS = 5
const SHOWN = 80

const shown = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

const hasLetter = (cell: string): boolean => /[^\u0020-\u007e]/.test(cell)

/** A list with every way in which its amounts can be read, for all that a page shows of it. */
export const seenList = Effect.fnUntraced(function* (sheet: Sheet, reading: ListReading) {
  const rows = dataRows(sheet, reading.columns)
  const readings = yield* readingsIn(sheet, reading.columns)
  const unclear = new Map(
    rows.flatMap(({ line }, index) => {
      const read = readings[index]
      return read !== undefined && isUnclear(read) ? [[line, meaningsOf(read)] as const] : []
    })
  )
  return { sheet, reading, rows, unclear, ways: choicesOf(readings) }
})
type SeenList = Effect.Effect.Success<ReturnType<typeof seenList>>

export const listView = ({ reading, rows, sheet, unclear }: SeenList, after = 0): ListView => {
  const beyond = rows.filter(({ line }) => line > after)
  const here = beyond.slice(0, FIRST_ROWS)
  const isGuess = sheet.encoding === "windows-1252"
  return {
    reading,
    count: rows.length,
    rows: here.map(({ cells, line }) => ({ line, cells: cells.map(shown), meanings: unclear.get(line) ?? [] })),
    next: beyond.length > here.length ? (here.at(-1)?.line ?? null) : null,
    headers: sheet.rows.slice(0, HEADERS).map(({ cells, line }) => ({ line, text: shown(cells.join(", ")) })),
    letters: isGuess
      ? sheet.rows
          .flatMap(({ cells }) => cells.filter(hasLetter))
          .slice(0, LETTERS)
          .map(shown)
      : [],
    unclear: unclear.size
  }
}

const sum = (rows: ReadonlyArray<RowReadBy>): Amount => rows.reduce((total, { amount }) => total + (amount ?? 0n), 0n)

/** Between the largest and the smallest total; null if they are the same. */
export const differenceOf = (choices: ReadonlyArray<Pick<MarksChoice, "total">>): AmountText | null => {
  const totals = choices.map(({ total }) => amountOf(total)).sort((one, other) => (one < other ? -1 : 1))
  const difference = (totals.at(-1) ?? 0n) - (totals[0] ?? 0n)
  return difference === 0n ? null : formatAmount(difference)
}

/** What one way would mean. `rows` are the list's rows as read in that way. */
export const marksChoice = (
  { unclear }: Pick<SeenList, "unclear">,
  marks: Marks,
  rows: ReadonlyArray<RowReadBy>
): MarksChoice => {
  const examples = rows.filter(({ line }) => unclear.has(line)).slice(0, EXAMPLES)
  const others = rows.filter((row) => row.amount !== null && !examples.includes(row))
  return {
    marks,
    unclear: examples.map(({ amount, line, who }) => ({
      line,
      who,
      amount: amount === null ? null : formatAmount(amount)
    })),
    others: { count: others.length, total: formatAmount(sum(others)) },
    count: rows.filter(({ amount }) => amount !== null).length,
    total: formatAmount(sum(rows))
  }
}
