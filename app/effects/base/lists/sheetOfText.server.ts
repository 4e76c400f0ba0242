/**
 * Splits a text into rows and cells (RFC 4180). Separators are comma, semicolon and tab; space and equals sign between
 * an address and an amount, as Disperse writes them. Long texts are split in portions, between which requests run.
 */
import { pipeline } from "node:stream/promises"
import { setImmediate } from "node:timers/promises"
import { CsvError, parse } from "csv-parse"
import { Effect } from "effect"
import { type Encoding, type Separator, type Sheet, type SheetRow, UnreadableList, withoutBlanks } from "./Sheet"
import { MOST_COLUMNS, MOST_LINES, TOO_MANY_COLUMNS, TOO_MANY_LINES } from "./sheetWords"

const SEPARATORS = [",", ";", "\t"] as const
/** Lines that are searched for a separator: exports begin with lines about the account. */
const FIRST_LINES = 20

const disperse = /^\s*(?:account_|0x)\w+\s*([ =])\s*\d/

/** The separator that comes first in a line, because an amount with a decimal comma comes after it. */
export const separatorOf = (text: string): Separator => {
  const lines = text
    .slice(0, 20_000)
    .split("\n", FIRST_LINES)
    .filter((line) => line.trim() !== "")
  const between = disperse.exec(lines[0] ?? "")?.[1]
  if (between === " " || between === "=") return between
  for (const line of lines) {
    const bare = line.replace(/"(?:[^"]|"")*"/g, "")
    const places = SEPARATORS.map((separator) => [separator, bare.indexOf(separator)] as const)
    const [found] = places.filter(([, at]) => at >= 0).sort(([, one], [, other]) => one - other)
    if (found !== undefined) return found[0]
  }
  return ","
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ").trim()

/** Bytes between two polls for requests: some milliseconds. */
const AT_ONCE = 32_768

const portions = async function* (text: string) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += AT_ONCE) {
    await setImmediate()
    yield bytes.subarray(from, from + AT_ONCE)
  }
}

/** Cells of a text. Line breaks within quotes become spaces, so that a note of two lines is one note. */
export const sheetOfText = Effect.fn("sheetOfText")(function* (
  given: string,
  { encoding = "utf-8", file = null }: { readonly encoding?: Encoding; readonly file?: string | null } = {}
) {
  // The parser counts CR LF within quotes as two lines.
  const text = given.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n")
  const separator = separatorOf(text)
  const rows: Array<SheetRow> = []
  let quoted: Array<number> = []
  let next = 1
  const parser = parse({
    delimiter: separator,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    trim: true,
    cast: (cell, { index, quoting }) => {
      if (quoting) quoted.push(index)
      return cell
    },
    on_record: (cells: Array<string>, { lines }) => {
      rows.push({
        line: next,
        cells: quoted.length === 0 ? cells : cells.map((cell, at) => (quoted.includes(at) ? oneLine(cell) : cell)),
        ...(quoted.length === 0 ? {} : { quoted })
      })
      if (cells.length > MOST_COLUMNS) throw new UnreadableList({ message: TOO_MANY_COLUMNS })
      if (rows.length > MOST_LINES) throw new UnreadableList({ message: TOO_MANY_LINES })
      quoted = []
      next = lines + 1
      return null
    }
  })
  yield* Effect.tryPromise({
    // It emits no records, so nothing else would read it to its end.
    try: (signal) => pipeline(portions(text), parser.resume(), { signal }),
    catch: (error) => {
      if (error instanceof UnreadableList) return error
      if (!(error instanceof CsvError)) throw error
      const message = `A quotation mark in line ${next} is not closed at the end of its field. Close it, or remove it.`
      return new UnreadableList({ message })
    }
  })
  return { file, separator, encoding, rows: withoutBlanks(rows) } satisfies Sheet
})
